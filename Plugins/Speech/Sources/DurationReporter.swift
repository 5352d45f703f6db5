import Announcements
import NavigationControl
import NavigationEvents
import SpeechEngine

/// Reports to guidance how long the announcements of the route take with this language and voice.
///
/// The voice measures them while it has nothing to say, a few steps ahead of the vehicle.
struct DurationReporter {
    /// Number of steps that are measured together, and that remain ahead when the next ones are measured.
    private static let batch = 12
    private static let ahead = 6
    /// Seconds from the event of a cue to the call of the engine.
    private static let startSeconds = 0.1

    private let settings: SpeechSettings
    private let mailbox: VoiceMailbox
    private let requests: any RequestChannel
    private var announcements: RouteAnnouncements?
    private var routeID = ""
    /// The number of steps that are measured or wait for it.
    private var count = 0

    init(settings: SpeechSettings, mailbox: VoiceMailbox, requests: any RequestChannel) {
        self.settings = settings
        self.mailbox = mailbox
        self.requests = requests
    }

    /// Begins with a route.
    mutating func begin(_ route: Route, generator: AnnouncementGenerator) {
        mailbox.cancelMeasurements()
        guard settings.reportDurations else { return }
        announcements = RouteAnnouncements(of: route, generator: generator)
        (routeID, count) = (route.id, 0)
        measure()
    }

    /// Measures further steps if the vehicle comes near the last measured one.
    mutating func advance(along info: NavigationInfo) {
        guard let announcements, count < announcements.count, let step = info.currentStep,
            step.number + Self.ahead >= count
        else { return }
        // The control joined late, or steps were skipped: the vehicle needs the durations ahead of it.
        if step.number > count {
            mailbox.cancelMeasurements()
            count = step.number
        }
        measure()
    }

    /// Ends with the navigation.
    mutating func end() {
        mailbox.cancelMeasurements()
        announcements = nil
    }

    private mutating func measure() {
        guard let announcements else { return }
        let range = count..<min(count + Self.batch, announcements.count)
        count = range.upperBound
        let steps = range.compactMap { announcements[$0] }
        guard !steps.isEmpty else { return }
        let texts = steps.flatMap(\.all)
        let time = Timestamp(nanosecondsSinceEpoch: 0)
        let utterances = texts.map { Utterance($0, at: time, properties: settings.properties) }
        let (requests, routeID, start) = (requests, routeID, Self.startSeconds + settings.leadInSeconds)
        mailbox.measure(
            Measurement(of: utterances) { measured in
                let seconds = zip(measured, texts).map { $0 > 0 ? $0 : $1.estimatedSeconds }
                requests.ask { session in
                    .speech(session, Self.durations(of: steps, seconds, startSeconds: start, routeID: routeID))
                }
            })
    }

    private static func durations(
        of steps: [StepAnnouncements], _ seconds: [Double], startSeconds: Double, routeID: String
    ) -> SpeechDurations {
        var rest = seconds[...]
        return SpeechDurations(
            routeID: routeID,
            steps: steps.map { step in
                defer { rest = rest.dropFirst(step.all.count) }
                return step.durations(Array(rest.prefix(step.all.count)), startSeconds: startSeconds)
            })
    }
}
