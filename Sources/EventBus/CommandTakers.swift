import NavigationEvents

/// Who carries out what people ask of the controls of each session: what nobody does is refused rather than lost.
struct CommandTakers {
    private struct Process: Hashable {
        var control: String
        var processID: Int32
    }

    private struct Taker {
        /// When it last said that it is alive. A hello alone is too early: it does not hear commands yet.
        var heardNanoseconds: UInt64?

        func isHeard(at now: UInt64) -> Bool {
            heardNanoseconds.map { now < $0 &+ CommandTakers.patienceNanoseconds } ?? false
        }
    }

    /// One who has not said that it is alive for so long is not counted on.
    private static let patienceNanoseconds: UInt64 = 5_000_000_000
    /// More than a session has; whoever says hello from ever new processes fills no memory.
    private static let mostTakers = 64

    private var takers: [Session: [Process: Taker]] = [:]

    /// How many processes are known.
    var count: Int { takers.values.reduce(0) { $0 + $1.count } }

    /// A control has said hello.
    ///
    /// - Parameter isReached: Whether commands reach it: it wants them, and may have them.
    mutating func join(_ hello: Hello, isReached: Bool, now: UInt64) {
        let process = Process(control: hello.control, processID: hello.processID)
        guard hello.takesCommands, isReached else {
            takers[hello.session]?[process] = nil
            return
        }
        // One that says hello again, to a bus that was away, goes on.
        guard takers[hello.session]?[process] == nil else { return }
        if takers[hello.session]?.count ?? 0 >= Self.mostTakers {
            takers[hello.session] = takers[hello.session]?.filter { $0.value.isHeard(at: now) }
        }
        takers[hello.session, default: [:]][process] = Taker()
    }

    /// A control says that it is alive.
    mutating func hear(_ control: String, processID: Int32, session: Session, now: UInt64) {
        takers[session]?[Process(control: control, processID: processID)]?.heardNanoseconds = now
    }

    /// A process leaves a session, or fails; if it says later that it is alive, it counts again.
    mutating func leave(_ control: String, processID: Int32, session: Session) {
        takers[session]?[Process(control: control, processID: processID)]?.heardNanoseconds = nil
    }

    /// The process of a control has ended.
    mutating func end(_ control: String) {
        for session in Array(takers.keys) { takers[session] = takers[session]?.filter { $0.key.control != control } }
    }

    /// A session is no longer there.
    mutating func close(_ session: Session) { takers[session] = nil }

    /// Whether somebody in the session carries them out.
    func isTaken(in session: Session, now: UInt64) -> Bool {
        takers[session]?.values.contains { $0.isHeard(at: now) } ?? false
    }
}
