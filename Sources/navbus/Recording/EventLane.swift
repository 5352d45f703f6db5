import EventCodec
import NavigationEvents

/// A row of events whose order is settled: those of one topic of a session, and the reports of one control.
///
/// Events of different lanes may follow each other otherwise in another recording of the same drive: a control
/// reports when it is ready to.
struct EventLane: Hashable, Comparable, CustomStringConvertible {
    var session: Session
    var topic: Topic
    /// Whose reports; `nil` for other topics.
    var control: String?

    init(of envelope: Envelope) {
        session = envelope.session
        topic = envelope.event.topic
        control = envelope.report?.control
    }

    var description: String {
        let name = control.map { "reports of \($0)" } ?? topic.rawValue
        return session == .main ? name : "\(name) (session \(session.name))"
    }

    private var order: (Int, String, String) {
        (Topic.allCases.firstIndex(of: topic) ?? 0, control ?? "", session.name)
    }

    static func < (left: EventLane, right: EventLane) -> Bool { left.order < right.order }
}

/// What counts as a difference between events.
struct EventLikeness {
    /// Compares everything, byte for byte.
    var isExact = false

    /// Whether the event takes part: that a control or a tap came or left says nothing of what it did, and a command
    /// without an action is what a recorder that came late was told of the state. A compass says what it says when it
    /// will: what guidance had of it stands in the fixes.
    func counts(_ envelope: Envelope) -> Bool {
        if !isExact, case .heading = envelope.event { return false }
        if !isExact, case .command(let command) = envelope.event, command.action == nil { return false }
        guard !isExact, let report = envelope.report, report.effect.isEmpty else { return true }
        return report.kind != .ready && report.kind != .leaving
    }

    /// Whether the events say the same.
    func areAlike(_ left: TapedEvent, _ right: TapedEvent) -> Bool {
        if left.bytes == right.bytes { return true }
        if isExact { return false }
        // The bytes, since what is not a number equals nothing.
        return core(left.envelope).wireBytes() == core(right.envelope).wireBytes()
    }

    /// The event without what each run of a bus, and each process, numbers and times for itself.
    func core(_ envelope: Envelope) -> Envelope {
        var core = envelope
        core.run = 0
        core.sequence = 0
        core.topicSequence = 0
        core.monotonicNanoseconds = 0
        core.publishedAt = Timestamp(nanosecondsSinceEpoch: 0)
        if var report = envelope.report {
            report.processID = 0
            report.number = 0
            report.effectNumber = 0
            core.event = .control(report)
        }
        return core
    }
}
