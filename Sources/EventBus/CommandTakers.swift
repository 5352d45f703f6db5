import NavigationEvents

/// Who carries out what people ask of the controls of each session: what nobody does is refused rather than lost.
struct CommandTakers {
    private struct Taker {
        var processID: Int32
        var heardNanoseconds: UInt64
    }

    /// One who has not said that it is alive for so long is not counted on.
    static let patienceNanoseconds: UInt64 = 5_000_000_000

    private var takers: [Session: [String: Taker]] = [:]

    /// A control has said hello.
    mutating func join(_ hello: Hello, now: UInt64) {
        guard hello.takesCommands else { return leave(hello.control, session: hello.session) }
        takers[hello.session, default: [:]][hello.control] = Taker(processID: hello.processID, heardNanoseconds: now)
    }

    /// A control says that it is alive.
    mutating func hear(_ control: String, processID: Int32, session: Session, now: UInt64) {
        guard takers[session]?[control]?.processID == processID else { return }
        takers[session]?[control]?.heardNanoseconds = now
    }

    /// A control leaves a session.
    mutating func leave(_ control: String, session: Session) { takers[session]?[control] = nil }

    /// The process of a control has ended.
    mutating func end(_ control: String) {
        for session in Array(takers.keys) { takers[session]?[control] = nil }
    }

    /// A session is no longer there.
    mutating func close(_ session: Session) { takers[session] = nil }

    /// Whether somebody in the session carries them out.
    func isTaken(in session: Session, now: UInt64) -> Bool {
        takers[session]?.values.contains { now < $0.heardNanoseconds &+ Self.patienceNanoseconds } ?? false
    }
}
