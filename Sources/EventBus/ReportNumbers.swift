import NavigationEvents

/// Which reports of a session were published, so that one that is sent twice is published once.
struct ReportNumbers {
    /// Who counts: the name, since a process is only what the sender claims, and other machines have the same ones.
    private struct Reporter: Hashable {
        var control: String
        var processID: Int32
    }

    /// The highest number of a process, and which of those right below it were seen.
    private struct Seen {
        var highest: UInt64
        /// Bit n: `highest - n`.
        var recent: UInt64
    }

    /// More processes than ever report in one drive; whoever counts under ever new ones fills no memory.
    private static let mostProcesses = 1024

    private var seen: [Reporter: Seen] = [:]

    /// Whether a report is published for the first time; it counts as published from now on. One without a process or
    /// a number always is.
    mutating func isNew(_ report: ControlReport) -> Bool {
        guard report.processID != 0, report.number != 0 else { return true }
        let reporter = Reporter(control: report.control, processID: report.processID)
        guard let before = seen[reporter] else {
            if seen.count >= Self.mostProcesses { seen.removeAll() }
            seen[reporter] = Seen(highest: report.number, recent: 1)
            return true
        }
        guard let changed = Self.add(report.number, to: before) else { return false }
        seen[reporter] = changed
        return true
    }

    /// A process of this control begins to count anew: the kernel gives numbers again.
    mutating func forget(_ control: String, processID: Int32) {
        seen[Reporter(control: control, processID: processID)] = nil
    }

    /// `nil` if the number was seen.
    private static func add(_ number: UInt64, to seen: Seen) -> Seen? {
        if number > seen.highest {
            let step = number - seen.highest
            return Seen(highest: number, recent: step < 64 ? seen.recent << step | 1 : 1)
        }
        let back = seen.highest - number
        // A client sends one report again until it is acknowledged. What lies far back is of another process.
        guard back < 64 else { return Seen(highest: number, recent: 1) }
        guard seen.recent & 1 << back == 0 else { return nil }
        return Seen(highest: seen.highest, recent: seen.recent | 1 << back)
    }
}
