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
    var heartbeats: [HeartbeatHeard] = []
    /// Each report once, in order.
    var reports: [ControlReport] = []
    private var numbers: Set<ReportNumber> = []
    /// How many requests there were, and how long they were together.
    private var count = 0
    private var bytes = 0
    /// All that was sent as a report, with what was sent again.
    var everyReport: [ControlReport] = []
    var missed: [MissedEvents] = []
    /// What could not be read as a request.
    var unreadable: [String] = []
    /// What it is subscribed to now, and what it ever was.
    var subscriptions: [String] = []
    var everSubscribed: Set<String> = []

    private struct ReportNumber: Hashable {
        var processID: Int32
        var number: UInt64
    }

    private static let mostRequests = 20_000
    private static let mostBytes = 64 << 20

    /// Takes note that a request has come, which is kept: of a flood not all can be.
    mutating func count(bytes: Int) throws(CaseEnding) {
        count += 1
        self.bytes += bytes
        guard count > Self.mostRequests || self.bytes > Self.mostBytes else { return }
        throw .failed(
            "it should send a few requests each second, but has sent \(count) with \(self.bytes >> 20) MiB in this case"
        )
    }

    /// Takes note of a request; `false` for a report that was sent before.
    mutating func note(_ frame: RequestFrame, at now: UInt64) -> Bool {
        switch frame.request {
        case .hello(let hello): hellos.append(hello)
        case .heartbeat(_, let vitals): heartbeats.append(HeartbeatHeard(vitals: vitals, at: now))
        case .missed(let missed): self.missed.append(missed)
        case .report(_, let report):
            everyReport.append(report)
            let number = ReportNumber(processID: report.processID, number: report.number)
            if report.number != 0, !numbers.insert(number).inserted { return false }
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
