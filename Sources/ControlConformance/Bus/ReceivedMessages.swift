import EventCodec
import NavigationEvents

/// The messages that a control has sent to the bus.
struct ReceivedMessages {
    struct ReceivedHeartbeat {
        var vitals: ControlVitals
        /// Nanoseconds of the monotonic clock.
        var at: UInt64
    }

    var hellos: [Hello] = []
    var heartbeats: [ReceivedHeartbeat] = []
    /// Each report once, in order.
    var reports: [ControlReport] = []
    private var numbers: Set<ReportNumber> = []
    /// Number and total size of the requests.
    private var count = 0
    private var bytes = 0
    /// All reports, including repeated ones.
    var everyReport: [ControlReport] = []
    var missed: [MissedEvents] = []
    /// The errors of requests that could not be decoded.
    var unreadable: [String] = []
    /// The current subscriptions, and all that there ever were.
    var subscriptions: [String] = []
    var everSubscribed: Set<String> = []
    /// Number of requests for a snapshot.
    var snapshotRequests = 0
    /// Whether an effect began before any cue was published.
    var showsState = false
    /// Whether it has read events out of memory.
    var readsMemory = false

    private struct ReportNumber: Hashable {
        var processID: Int32
        var number: UInt64
    }

    private static let maxRequests = 20_000
    private static let maxBytes = 64 << 20

    /// Counts a request; throws if there are too many of them to be kept.
    mutating func count(bytes: Int) throws(CaseEnding) {
        count += 1
        self.bytes += bytes
        guard count > Self.maxRequests || self.bytes > Self.maxBytes else { return }
        throw .failed(
            "it should send a few requests each second, but has sent \(count) with \(self.bytes >> 20) MiB in this case"
        )
    }

    /// Notes a request; `false` for a repeated report.
    mutating func note(_ frame: RequestFrame, at now: UInt64) -> Bool {
        switch frame.request {
        case .hello(let hello): hellos.append(hello)
        case .heartbeat(_, let vitals): heartbeats.append(ReceivedHeartbeat(vitals: vitals, at: now))
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

    /// The reports of effects that have begun for a cue.
    func begun(_ cue: CueReference) -> [ControlReport] { reports.filter { $0.kind == .began && $0.cue == cue } }

    /// The effects that have begun and not ended, each as the index of its beginning among the reports. An effect also
    /// ends when another one of the same name begins.
    var openEffects: [Int] {
        var open: [String: Int] = [:]
        for (index, report) in reports.enumerated() where !report.effect.isEmpty {
            switch report.kind {
            case .began: open[report.effect] = index
            case .ended, .cancelled, .failed:
                let begun = open[report.effect].map { reports[$0].effectNumber } ?? 0
                guard begun == 0 || report.effectNumber == 0 || begun == report.effectNumber else { continue }
                open[report.effect] = nil
            default: break
            }
        }
        return open.values.sorted()
    }

    /// The texts of the reports `failed`.
    var failures: [String] { reports.filter { $0.kind == .failed }.map(\.text) }

    /// Whether the subscriptions cover a topic of the session.
    func receives(_ topic: Topic) -> Bool {
        subscriptions.contains { topic.wireName(session: .main).hasPrefix($0) }
    }
}
