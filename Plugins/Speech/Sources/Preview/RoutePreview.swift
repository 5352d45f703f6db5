import Announcements
import Guidance
import NavigationEvents

/// All announcements of a route, in order, as if it were driven at its own speeds.
struct RoutePreview {
    /// One of them.
    struct Line {
        var announcement: Announcement
        /// The step it speaks of.
        var stepNumber: Int
        /// Seconds of the drive at which it is due.
        var dueAtSeconds: Double
        /// Metres to the maneuver at that moment.
        var distanceMeters: Double
        /// Seconds from the end of the words to the maneuver; negative if they end behind it, `nil` if the length of the
        /// words is not known.
        var endsBeforeManeuverSeconds: Double?
        /// Whether it waits for an earlier one to end.
        var isDelayed = false
    }

    let lines: [Line]

    /// Drives along a route and puts every cue into words.
    ///
    /// - Parameter length: Seconds that a voice takes for an announcement; `nil` if nobody wants to know.
    /// - Throws: ``RouteModelError`` when the route cannot be followed, ``AnnouncementError`` when the language has no
    ///   words for a cue, and what `length` throws.
    init(
        _ route: Route, generator: AnnouncementGenerator, drive settings: PreviewDrive.Settings,
        length: ((Announcement) throws -> Double)? = nil
    ) throws {
        let drive = try PreviewDrive(along: route, settings: settings)
        var generator = generator
        generator.navigationStarted(route)
        var lines: [Line] = []
        var voice = Voice()
        for moment in drive.cues {
            guard let announcement = try generator.announcement(for: moment.info), let cue = moment.info.cue else {
                continue
            }
            var line = Line(
                announcement: announcement, stepNumber: cue.stepNumber, dueAtSeconds: moment.seconds,
                distanceMeters: cue.distanceMeters)
            if let length {
                let end = voice.say(announcement, at: moment.seconds, for: try length(announcement))
                line.isDelayed = end.isDelayed
                line.endsBeforeManeuverSeconds = drive.passedAtSeconds[cue.stepNumber].map { $0 - end.seconds }
            }
            lines.append(line)
        }
        self.lines = lines
    }

    /// The one who speaks: one sentence after another, but "now" interrupts what is less urgent.
    private struct Voice {
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
