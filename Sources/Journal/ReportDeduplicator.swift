package import NavigationEvents

/// The numbers of the published reports of a session. A report that is sent twice is published once.
package struct ReportDeduplicator {
    /// A control and its process. The name belongs to it, since other machines use the same process numbers.
    private struct Reporter: Hashable {
        var control: String
        var processID: Int32
    }

    /// The highest number of a reporter, and which of the 63 numbers below it were seen.
    private struct Seen {
        var highest: UInt64
        /// Bit n: `highest - n`.
        var recent: UInt64
    }

    /// More reporters than there are in one drive, so that ever new ones do not fill the memory.
    private static let maxProcesses = 1024

    private var seen: [Reporter: Seen] = [:]

    /// Begins without numbers.
    package init() {}

    /// Whether a report is new; it counts as published from now on. A report without a process or a number is always
    /// new.
    package mutating func isNew(_ report: ControlReport) -> Bool {
        guard report.processID != 0, report.number != 0 else { return true }
        let reporter = Reporter(control: report.control, processID: report.processID)
        guard let before = seen[reporter] else {
            if seen.count >= Self.maxProcesses { seen.removeAll() }
            seen[reporter] = Seen(highest: report.number, recent: 1)
            return true
        }
        guard let changed = Self.add(report.number, to: before) else { return false }
        seen[reporter] = changed
        return true
    }

    /// Forgets the numbers of a process of this control: a new process with the same number counts from the beginning.
    package mutating func forget(_ control: String, processID: Int32) {
        seen[Reporter(control: control, processID: processID)] = nil
    }

    /// Adds a number; `nil` if it was seen.
    private static func add(_ number: UInt64, to seen: Seen) -> Seen? {
        if number > seen.highest {
            let step = number - seen.highest
            return Seen(highest: number, recent: step < 64 ? seen.recent << step | 1 : 1)
        }
        let back = seen.highest - number
        // A client repeats one report until it is acknowledged. A number far below is that of another process.
        guard back < 64 else { return Seen(highest: number, recent: 1) }
        guard seen.recent & 1 << back == 0 else { return nil }
        return Seen(highest: seen.highest, recent: seen.recent | 1 << back)
    }
}
