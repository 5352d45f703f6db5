import EventCodec
import NavigationEvents

/// What a control has sent to the bus.
struct HeardFromControl {
    struct HeartbeatHeard {
        var vitals: ControlVitals
        /// Nanoseconds of the monotonic clock.
        var at: UInt64
    }

    var hellos: [Hello] = []
    /// Nanoseconds of the monotonic clock at the first hello.
    var helloAt: UInt64?
    var heartbeats: [HeartbeatHeard] = []
    /// Each report once, in order.
    var reports: [ControlReport] = []
    /// All that was sent as a report, with what was sent again.
    var everyReport: [ControlReport] = []
    var missed: [MissedEvents] = []
    /// What could not be read as a request.
    var unreadable: [String] = []
    /// What it is subscribed to now, and what it ever was.
    var subscriptions: [String] = []
    var everSubscribed: Set<String> = []

    /// Takes note of a request; `false` for a report that was sent before.
    mutating func note(_ frame: RequestFrame, at now: UInt64) -> Bool {
        switch frame.request {
        case .hello(let hello):
            hellos.append(hello)
            if helloAt == nil { helloAt = now }
        case .heartbeat(_, let vitals): heartbeats.append(HeartbeatHeard(vitals: vitals, at: now))
        case .missed(let missed): self.missed.append(missed)
        case .report(_, let report):
            everyReport.append(report)
            let isKnown =
                report.number != 0
                && reports.contains { $0.number == report.number && $0.processID == report.processID }
            if isKnown { return false }
            reports.append(report)
        default: break
        }
        return true
    }

    /// Effects that have begun with a cue.
    func begun(_ cue: CueReference) -> [ControlReport] { reports.filter { $0.kind == .began && $0.cue == cue } }

    /// What it reported as failed.
    var failures: [String] { reports.filter { $0.kind == .failed }.map(\.text) }

    /// Whether a topic of the session arrives, by whatever prefix.
    func receives(_ topic: Topic) -> Bool {
        subscriptions.contains { topic.wireName(session: .main).hasPrefix($0) }
    }
}
