import Announcements
import Guidance
import NavigationEvents

/// All announcements of a route, in order, for a drive at the speeds of the route.
struct RoutePreview {
    /// An announcement with its times.
    struct Line {
        var announcement: Announcement
        /// The number of the announced step.
        var stepNumber: Int
        /// The seconds from the start of the drive until the announcement is due.
        var dueAtSeconds: Double
        /// The distance in metres to the maneuver at that moment.
        var distanceMeters: Double
        /// The seconds from the end of the utterance to the maneuver; negative if it ends after the maneuver, `nil` if
        /// its duration is unknown.
        var endsBeforeManeuverSeconds: Double?
        /// Whether the announcement waits for the end of an earlier one.
        var isDelayed = false
        /// The maneuver.
        var maneuver = Maneuver.unknown
        /// The true metres to the maneuver at that moment; `nil` without a driver.
        var trueDistanceMeters: Double?
        /// Whether the step is long enough for the words and the time to react.
        var hasRoom = true
    }

    let lines: [Line]

    /// Simulates a drive along a route and writes the announcement of every cue.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - generator: Writes the announcements.
    ///   - settings: The settings of the drive.
    ///   - durations: The durations that a speech control reports to guidance; `nil` for none.
    ///   - length: Measures the duration of an announcement in seconds; `nil` to skip the end times.
    /// - Throws: ``RouteModelError`` if the route cannot be followed, ``AnnouncementError`` if the language has no
    ///   phrase for a cue, and the errors of `length`.
    init(
        _ route: Route, generator: AnnouncementGenerator, drive settings: PreviewDrive.Settings,
        durations: SpeechDurations? = nil,
        length: ((Announcement) throws -> Double)? = nil
    ) throws {
        let drive = try PreviewDrive(along: route, settings: settings, durations: durations)
        let steps = route.legs.flatMap(\.steps)
        var generator = generator
        generator.navigationStarted(route)
        var lines: [Line] = []
        var voice = SimulatedVoice()
        for moment in drive.cues {
            guard let announcement = try generator.announcement(for: moment.info), let cue = moment.info.cue else {
                continue
            }
            var line = Line(
                announcement: announcement, stepNumber: cue.stepNumber, dueAtSeconds: moment.seconds,
                distanceMeters: cue.distanceMeters)
            let index = steps.firstIndex { $0.number == cue.stepNumber }
            if let index { line.maneuver = steps[index].maneuver }
            line.trueDistanceMeters = moment.alongMeters.flatMap { along in
                drive.stepAlongMeters[cue.stepNumber].map { $0 - along }
            }
            if let length {
                let seconds = try length(announcement)
                let end = voice.say(announcement, at: moment.seconds, for: seconds)
                line.isDelayed = end.isDelayed
                let passed = drive.passedAtSeconds[cue.stepNumber]
                line.endsBeforeManeuverSeconds = passed.map { $0 - end.seconds }
                if let index, index > 0, let passed, let before = drive.passedAtSeconds[steps[index - 1].number] {
                    line.hasRoom = passed - before >= seconds + PreviewTiming.goodSeconds.lowerBound
                }
            }
            lines.append(line)
        }
        self.lines = lines
    }

    /// A simulated voice: speaks one sentence after another, but "now" interrupts less urgent ones.
    private struct SimulatedVoice {
        private var busyUntil = 0.0
        private var priority = CuePriority.unknown

        mutating func say(
            _ announcement: Announcement, at due: Double, for seconds: Double
        ) -> (seconds: Double, isDelayed: Bool) {
            let interrupts = announcement.cue.stage == .now && announcement.priority > priority
            let begin = interrupts ? due : max(due, busyUntil)
            busyUntil = begin + seconds
            priority = announcement.priority
            return (busyUntil, begin > due)
        }
    }
}
