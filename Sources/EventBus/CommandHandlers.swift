import NavigationEvents

/// The processes that handle the commands of people, by session. Without one, a command is refused rather than lost.
struct CommandHandlers {
    private struct Process: Hashable {
        var control: String
        var processID: Int32
    }

    private struct Handler {
        /// Time of the last heartbeat. A hello alone is too early: the process does not receive commands yet.
        var heartbeatNanoseconds: UInt64?

        func isAlive(at now: UInt64) -> Bool {
            heartbeatNanoseconds.map { now < $0 &+ CommandHandlers.timeoutNanoseconds } ?? false
        }
    }

    /// A process without a heartbeat for so long does not count.
    private static let timeoutNanoseconds: UInt64 = 5_000_000_000
    /// More processes than a session has, so that hellos from ever new processes do not fill the memory.
    private static let maxHandlers = 64

    private var commandHandlers: [Session: [Process: Handler]] = [:]

    /// The number of known processes.
    var count: Int { commandHandlers.values.reduce(0) { $0 + $1.count } }

    /// Handles the hello of a control.
    ///
    /// - Parameter isReached: Whether the control subscribes to commands and has the right to receive them.
    mutating func join(_ hello: Hello, isReached: Bool, now: UInt64) {
        let process = Process(control: hello.control, processID: hello.processID)
        guard hello.acceptsCommands, isReached else {
            commandHandlers[hello.session]?[process] = nil
            return
        }
        // A control that says hello again, after an absence of the bus, keeps its state.
        guard commandHandlers[hello.session]?[process] == nil else { return }
        if commandHandlers[hello.session]?.count ?? 0 >= Self.maxHandlers {
            commandHandlers[hello.session] = commandHandlers[hello.session]?.filter { $0.value.isAlive(at: now) }
        }
        commandHandlers[hello.session, default: [:]][process] = Handler()
    }

    /// Handles the heartbeat of a control.
    mutating func recordHeartbeat(_ control: String, processID: Int32, session: Session, now: UInt64) {
        commandHandlers[session]?[Process(control: control, processID: processID)]?.heartbeatNanoseconds = now
    }

    /// Handles the end of the stay of a process in a session, or its failure. A later heartbeat makes it count again.
    mutating func leave(_ control: String, processID: Int32, session: Session) {
        commandHandlers[session]?[Process(control: control, processID: processID)]?.heartbeatNanoseconds = nil
    }

    /// Handles the end of the process of a control.
    mutating func end(_ control: String) {
        for session in Array(commandHandlers.keys) {
            commandHandlers[session] = commandHandlers[session]?.filter { $0.key.control != control }
        }
    }

    /// Removes a closed session.
    mutating func close(_ session: Session) { commandHandlers[session] = nil }

    /// Whether a process in the session handles commands.
    func hasHandler(in session: Session, now: UInt64) -> Bool {
        commandHandlers[session]?.values.contains { $0.isAlive(at: now) } ?? false
    }
}
