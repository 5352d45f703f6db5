import NavigationEvents

/// The processes that handle the commands of people, by session. Without one, a command is refused rather than lost.
struct CommandTakers {
    private struct Process: Hashable {
        var control: String
        var processID: Int32
    }

    private struct Taker {
        /// Time of the last heartbeat. A hello alone is too early: the process does not receive commands yet.
        var heardNanoseconds: UInt64?

        func isHeard(at now: UInt64) -> Bool {
            heardNanoseconds.map { now < $0 &+ CommandTakers.patienceNanoseconds } ?? false
        }
    }

    /// A process without a heartbeat for so long does not count.
    private static let patienceNanoseconds: UInt64 = 5_000_000_000
    /// More processes than a session has, so that hellos from ever new processes do not fill the memory.
    private static let mostTakers = 64

    private var takers: [Session: [Process: Taker]] = [:]

    /// The number of known processes.
    var count: Int { takers.values.reduce(0) { $0 + $1.count } }

    /// Handles the hello of a control.
    ///
    /// - Parameter isReached: Whether the control subscribes to commands and has the right to receive them.
    mutating func join(_ hello: Hello, isReached: Bool, now: UInt64) {
        let process = Process(control: hello.control, processID: hello.processID)
        guard hello.takesCommands, isReached else {
            takers[hello.session]?[process] = nil
            return
        }
        // A control that says hello again, after an absence of the bus, keeps its state.
        guard takers[hello.session]?[process] == nil else { return }
        if takers[hello.session]?.count ?? 0 >= Self.mostTakers {
            takers[hello.session] = takers[hello.session]?.filter { $0.value.isHeard(at: now) }
        }
        takers[hello.session, default: [:]][process] = Taker()
    }

    /// Handles the heartbeat of a control.
    mutating func hear(_ control: String, processID: Int32, session: Session, now: UInt64) {
        takers[session]?[Process(control: control, processID: processID)]?.heardNanoseconds = now
    }

    /// Handles the end of the stay of a process in a session, or its failure. A later heartbeat makes it count again.
    mutating func leave(_ control: String, processID: Int32, session: Session) {
        takers[session]?[Process(control: control, processID: processID)]?.heardNanoseconds = nil
    }

    /// Handles the end of the process of a control.
    mutating func end(_ control: String) {
        for session in Array(takers.keys) { takers[session] = takers[session]?.filter { $0.key.control != control } }
    }

    /// Removes a closed session.
    mutating func close(_ session: Session) { takers[session] = nil }

    /// Whether a process in the session handles commands.
    func isTaken(in session: Session, now: UInt64) -> Bool {
        takers[session]?.values.contains { $0.isHeard(at: now) } ?? false
    }
}
