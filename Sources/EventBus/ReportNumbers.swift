import NavigationEvents

/// Which reports of a session were published, so that one that is sent twice is published once.
struct ReportNumbers {
    /// The highest number of a process, and which of those right below it were seen.
    private struct Seen {
        var highest: UInt64
        /// Bit n: `highest - n`.
        var recent: UInt64
    }

    /// More processes than ever report in one drive; whoever counts under ever new ones fills no memory.
    private static let mostProcesses = 1024

    private var processes: [Int32: Seen] = [:]

    /// Whether a report is published for the first time; it counts as published from now on. One without a process or
    /// a number always is.
    mutating func isNew(_ report: ControlReport) -> Bool {
        guard report.processID != 0, report.number != 0 else { return true }
        guard let seen = processes[report.processID] else {
            if processes.count >= Self.mostProcesses { processes.removeAll() }
            processes[report.processID] = Seen(highest: report.number, recent: 1)
            return true
        }
        guard let changed = Self.add(report.number, to: seen) else { return false }
        processes[report.processID] = changed
        return true
    }

    /// A process of this number begins to count anew: the kernel gives numbers again.
    mutating func forget(_ processID: Int32) { processes[processID] = nil }

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
