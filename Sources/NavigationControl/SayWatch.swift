import EventBus
import NavigationEvents

/// Follows what becomes of words that somebody has asked for. A value: it decides by what is published, by what the bus
/// says of the control that speaks, and by the time, which is an argument.
struct SayWatch {
    /// What is known of it.
    enum Verdict: Hashable {
        /// No control has begun with it.
        case waiting
        /// A control is saying it.
        case speaking
        /// It was interrupted, and goes on later.
        case paused
        /// It was said to its end.
        case said
        /// It was not, and why.
        case notSaid(String)
        /// It will not be known whether it was or will be said, and why; completes "failed to …".
        case unknown(String)

        /// Whether more is to be learned.
        var isOpen: Bool {
            switch self {
            case .waiting, .speaking, .paused: true
            case .said, .notSaid, .unknown: false
            }
        }
    }

    typealias Moment = ContinuousClock.Instant

    private struct Effect: Hashable {
        var control: String
        var processID: Int32
        var number: UInt64

        init(_ report: ControlReport) {
            (control, processID, number) = (report.control, report.processID, report.effectNumber)
        }

        /// Whether its process lives.
        func isAlive(_ status: BusStatus) -> Bool {
            status.controls.contains {
                $0.control == control && $0.processID == processID && $0.state == .running
                    && $0.heartbeatAgeSeconds ?? .infinity < SayWatch.longestBreathSeconds
            }
        }
    }

    /// A control says each second that it is alive.
    private static let longestBreathSeconds = 5.0
    /// How often the bus is asked, and how long it, or the control, may be away: as long as a restart takes.
    private static let lookInterval = Duration.seconds(2)
    private static let longestAbsence = Duration.seconds(10)
    /// A person may take their time.
    private static let longestPause = Duration.seconds(3600)

    private let text: SpokenText
    private let beginning: Duration
    private var isPublished = false
    private var effect: Effect?
    private(set) var verdict = Verdict.waiting
    /// What the control that says it has warned of meanwhile.
    private(set) var warnings: [String] = []
    /// When it is given up, unless something happens.
    private var deadline: Moment
    private var lastLook: Moment
    private var lastSeen: Moment
    /// Why nobody has begun, as far as it was told.
    private var hindrance: String?

    /// - Parameter beginning: How long it may take until somebody begins.
    init(_ text: SpokenText, at now: Moment, beginning: Duration = .seconds(60)) {
        self.text = text
        self.beginning = beginning
        (lastLook, lastSeen) = (now, now)
        deadline = now + beginning
    }

    /// Takes what came next.
    mutating func take(_ delivery: Delivery, at now: Moment) {
        guard verdict.isOpen else { return }
        switch delivery {
        case .event(let envelope): take(envelope.event, at: now)
        case .restarted: verdict = .unknown("hear what became of it: the bus has begun another run")
        case .resynchronized: verdict = .unknown("hear what became of it: events were lost on the way")
        }
    }

    private mutating func take(_ event: Event, at now: Moment) {
        switch event {
        case .command(let command):
            if command.action == .say(text) { isPublished = true }
        case .control(let report):
            guard isPublished, report.effect == "utterance", report.cue == nil else { return }
            guard isAbout(report) else {
                if effect == nil, report.kind == .warning { hindrance = report.text }
                return
            }
            take(report, at: now)
        case .gps, .navigation, .navigationStarted, .navigationStopped, .heading: break
        }
    }

    private func isAbout(_ report: ControlReport) -> Bool {
        if let effect { return effect == Effect(report) }
        switch report.kind {
        case .began: return Self.isSame(report.text.utf8, text.text)
        // What was never begun is told with a reason before the words.
        case .cancelled, .failed: return Self.hasReason(report.text, before: text.text)
        default: return false
        }
    }

    private mutating func take(_ report: ControlReport, at now: Moment) {
        switch report.kind {
        case .began, .continued, .progressed:
            effect = Effect(report)
            verdict = .speaking
            lastSeen = now
            // Longer than a control that speaks is silent on the bus.
            deadline = now + .seconds(60 + text.text.count / 2)
        case .paused:
            verdict = .paused
            deadline = now + Self.longestPause
        case .ended: verdict = .said
        case .cancelled: verdict = .notSaid(report.text.isEmpty ? "it was cancelled" : report.text)
        case .failed: verdict = .notSaid(report.text)
        case .warning: warnings.append(report.text)
        case .unknown, .ready, .leaving, .note: break
        }
    }

    /// Whether the bus is to be asked for its status.
    func wantsLook(at now: Moment) -> Bool { verdict.isOpen && now >= lastLook + Self.lookInterval }

    /// Takes what the bus says of its controls; `nil` if it did not answer.
    mutating func look(at status: BusStatus?, now: Moment) {
        lastLook = now
        if let status, effect?.isAlive(status) ?? true { lastSeen = now }
        if now >= lastSeen + Self.longestAbsence {
            verdict = absence(isBusThere: status != nil)
        } else if now >= deadline {
            verdict = delay
        }
    }

    private func absence(isBusThere: Bool) -> Verdict {
        guard isBusThere, let effect else {
            return .unknown("hear what became of it: the bus does not answer any more")
        }
        return .notSaid("the control \(effect.control), which had begun with it, has ended or hangs")
    }

    private var delay: Verdict {
        guard effect == nil else {
            return .unknown("hear what became of it: the control that had begun with it tells nothing any more")
        }
        let reason = hindrance.map { " (\($0))" } ?? ""
        return .unknown(
            "hear it said: no control has begun with it within \(beginning.components.seconds) s\(reason); it may wait "
                + "behind something long, or for a pause to end, and be said later; navbus speech stop drops it")
    }

    /// Whether a report tells these words, perhaps cut to what a report may have. A cut may go through a character.
    private static func isSame(_ told: some BidirectionalCollection<UInt8>, _ text: String) -> Bool {
        let rest = Array("…".utf8)
        return told.elementsEqual(text.utf8)
            || told.suffix(rest.count).elementsEqual(rest) && text.utf8.starts(with: told.dropLast(rest.count))
    }

    /// Whether a report tells a reason, and behind it these words.
    private static func hasReason(_ told: String, before text: String) -> Bool {
        let bytes = Array(told.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: ": ".utf8) && isSame(bytes[($0 + 2)...], text) }
    }
}
