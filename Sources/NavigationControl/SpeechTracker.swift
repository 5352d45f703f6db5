import EventBus
import NavigationEvents

/// Follows the outcome of a request to speak a text. A value: it decides by the published events, by the status of the
/// bus, and by the time, which is an argument.
struct SpeechTracker {
    /// The state of the request.
    enum Verdict: Hashable {
        /// No control has begun to speak.
        case waiting
        /// A control speaks.
        case speaking
        /// The speech is interrupted, and continues later.
        case paused
        /// The text was spoken to its end.
        case said
        /// The text was not spoken to its end, for this reason.
        case notSaid(String)
        /// The outcome will stay unknown, for this reason. Completes "failed to …".
        case unknown(String)

        /// Whether the state can still change.
        var isOpen: Bool {
            switch self {
            case .waiting, .speaking, .paused: true
            case .said, .notSaid, .unknown: false
            }
        }
    }

    typealias Moment = ContinuousClock.Instant

    /// The process that speaks the text.
    private struct Speaker: Hashable {
        var control: String
        var processID: Int32

        init(_ report: ControlReport) { (control, processID) = (report.control, report.processID) }

        /// Whether the process lives.
        func isAlive(_ status: BusStatus) -> Bool {
            status.controls.contains {
                $0.control == control && $0.processID == processID && $0.state == .running
                    && $0.heartbeatAgeSeconds ?? .infinity < SpeechTracker.maxHeartbeatAgeSeconds
            }
        }
    }

    /// Maximum age of the heartbeat of a living control.
    private static let maxHeartbeatAgeSeconds = 5.0
    /// Interval of the requests for the status, and maximum absence of the bus or the control: the duration of a
    /// restart.
    private static let statusInterval = Duration.seconds(2)
    private static let maxAbsence = Duration.seconds(10)
    /// Maximum duration of a pause that a person has requested.
    private static let maxPause = Duration.seconds(3600)

    private let text: SpokenText
    private let beginning: Duration
    private var isPublished = false
    private var speaker: Speaker?
    private(set) var verdict = Verdict.waiting
    /// Warnings of the control during the speech.
    private(set) var warnings: [String] = []
    /// Time at which the request is given up, unless something happens.
    private var deadline: Moment
    private var lastStatus: Moment
    private var lastSeen: Moment
    /// The latest reported reason why no control has begun.
    private var obstacle: String?

    /// Makes a value for a request.
    ///
    /// - Parameters:
    ///   - text: The text, with a number of its own.
    ///   - now: The time of the request.
    ///   - beginning: Maximum time until a control begins.
    init(_ text: SpokenText, at now: Moment, beginning: Duration = .seconds(60)) {
        self.text = text
        self.beginning = beginning
        (lastStatus, lastSeen) = (now, now)
        deadline = now + beginning
    }

    /// Handles a delivery of the bus.
    mutating func take(_ delivery: Delivery, at now: Moment) {
        guard verdict.isOpen else { return }
        switch delivery {
        case .event(let envelope): take(envelope.event, at: now)
        case .restarted: verdict = .unknown("learn the outcome: the bus has begun another run")
        case .resynchronized: verdict = .unknown("learn the outcome: events were lost")
        }
    }

    private mutating func take(_ event: Event, at now: Moment) {
        switch event {
        case .command(let command):
            if case .say(let other) = command.action, other.requestNumber == text.requestNumber { isPublished = true }
        case .control(let report):
            if report.requestNumber == text.requestNumber, speaker == nil || speaker == Speaker(report) {
                take(report, at: now)
            } else if isObstacle(report) {
                obstacle = report.text
            }
        case .gps, .navigation, .navigationStarted, .navigationStopped, .heading: break
        }
    }

    /// Whether a report says why a control does not begin to speak.
    private func isObstacle(_ report: ControlReport) -> Bool {
        isPublished && speaker == nil && report.kind == .warning && report.effect == "utterance" && report.cue == nil
    }

    private mutating func take(_ report: ControlReport, at now: Moment) {
        switch report.kind {
        case .began, .continued, .progressed:
            speaker = Speaker(report)
            verdict = .speaking
            lastSeen = now
            // Longer than a speaking control is silent on the bus.
            deadline = now + .seconds(60 + text.text.count / 2)
        case .paused:
            verdict = .paused
            deadline = now + Self.maxPause
        case .ended: verdict = .said
        case .cancelled: verdict = .notSaid(report.text.isEmpty ? "it was cancelled" : report.text)
        case .failed: verdict = .notSaid(report.text)
        case .warning: warnings.append(report.text)
        case .unknown, .ready, .leaving, .note: break
        }
    }

    /// Whether the status of the bus is needed now.
    func needsStatus(at now: Moment) -> Bool { verdict.isOpen && now >= lastStatus + Self.statusInterval }

    /// Handles the status of the bus; `nil` if it did not answer.
    mutating func look(at status: BusStatus?, now: Moment) {
        lastStatus = now
        if let status, speaker?.isAlive(status) ?? true { lastSeen = now }
        if now >= lastSeen + Self.maxAbsence {
            verdict = absence(isBusThere: status != nil)
        } else if now >= deadline {
            verdict = delay
        }
    }

    private func absence(isBusThere: Bool) -> Verdict {
        guard isBusThere, let speaker else {
            return .unknown("learn the outcome: the bus no longer answers")
        }
        return .notSaid("the control \(speaker.control), which had begun to speak it, has ended or hangs")
    }

    private var delay: Verdict {
        guard speaker == nil else {
            return .unknown("learn the outcome: the control that had begun to speak it no longer reports anything")
        }
        let reason = obstacle.map { " (\($0))" } ?? ""
        return .unknown(
            "hear it spoken: no control has begun within \(beginning.components.seconds) s\(reason); it may wait for "
                + "other speech or the end of a pause and be spoken later; navbus speech stop drops it")
    }
}
