import Platform

@testable import Access

/// A table of invented processes.
struct FakeProcessTable: ProcessTable {
    var all: [Int32: ProcessFacts] = [:]
    var hidden: Set<Int32> = []
    var isLauncherRunning = true

    /// Processes with their parents and sessions. The start time of each is a hundred times its number.
    init(_ all: [(process: Int32, parent: Int32, session: Int32)]) {
        for (process, parent, session) in all {
            self.all[process] = ProcessFacts(
                processID: process, parent: parent, group: session, session: session,
                startTicks: UInt64(process) * 100)
        }
    }

    func facts(of process: Int32) -> ProcessFacts? { all[process] }
    func isHidden(_ process: Int32) -> Bool { hidden.contains(process) }
    func isRunning(launcher: Int32) -> Bool { isLauncherRunning }
}
