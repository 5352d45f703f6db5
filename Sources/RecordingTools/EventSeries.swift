import EventCodec
import NavigationEvents

/// A series of events with a fixed order: those of one topic of a session, or the reports of one control.
///
/// Events of different series may be in another order in a second recording of the same drive, since controls report on
/// their own time.
package struct EventSeries: Hashable, Comparable, CustomStringConvertible {
    var session: Session
    var topic: Topic
    /// The control of the reports; `nil` for other topics.
    var control: String?

    init(of envelope: Envelope) {
        session = envelope.session
        topic = envelope.event.topic
        control = envelope.report?.control
    }

    package var description: String {
        let name = control.map { "reports of \($0)" } ?? topic.rawValue
        return session == .main ? name : "\(name) (session \(session.name))"
    }

    private var order: (Int, String, String) {
        (Topic.allCases.firstIndex(of: topic) ?? 0, control ?? "", session.name)
    }

    package static func < (left: EventSeries, right: EventSeries) -> Bool { left.order < right.order }
}

/// Decides which events are compared and when they are equal.
package struct EventEquivalence {
    /// Whether all events are compared, byte for byte.
    let isExact: Bool

    /// Makes a rule.
    ///
    /// - Parameter isExact: Whether all events are compared, byte for byte.
    package init(isExact: Bool = false) { self.isExact = isExact }

    /// Whether an event is compared. Unless exact, these are not: reports that a control or tap has connected or left;
    /// commands without an action, which only repeat the state for a late recorder; and headings, whose effect on
    /// guidance is part of the fixes.
    func compares(_ envelope: Envelope) -> Bool {
        if !isExact, case .heading = envelope.event { return false }
        if !isExact, case .command(let command) = envelope.event, command.action == nil { return false }
        guard !isExact, let report = envelope.report, report.effect.isEmpty else { return true }
        return report.kind != .ready && report.kind != .leaving
    }

    /// Whether two events are equal.
    func areEqual(_ left: StoredEvent, _ right: StoredEvent) -> Bool {
        if left.bytes == right.bytes { return true }
        if isExact { return false }
        // The encoded bytes are compared, since NaN does not equal itself.
        return core(left.envelope).wireBytes() == core(right.envelope).wireBytes()
    }

    /// The event without the numbers and times that differ in each run and process.
    func core(_ envelope: Envelope) -> Envelope {
        var core = envelope
        core.run = 0
        core.sequence = 0
        core.topicSequence = 0
        core.monotonicNanoseconds = 0
        core.publishedAt = Timestamp(nanosecondsSinceEpoch: 0)
        core.fixTime = nil
        if var report = envelope.report {
            report.processID = 0
            report.number = 0
            report.effectNumber = 0
            report.requestNumber = 0
            core.event = .control(report)
        }
        if case .command(var command) = envelope.event, case .say(var text) = command.action {
            text.requestNumber = 0
            command.action = .say(text)
            core.event = .command(command)
        }
        return core
    }
}
