public import NavigationEvents

/// Turns the cues of guidance into announcements: each one once, whatever happens to the route meanwhile.
///
/// A pure value: the same events give the same announcements, however often each of them is repeated. When to say
/// something is decided by guidance; here it is only put into words.
///
///     var generator = AnnouncementGenerator(strings: try StringTable(contentsOf: "en-US.toml"))
///     if let announcement = try generator.announcement(for: info) { say(announcement.text) }
public struct AnnouncementGenerator: Sendable {
    /// The longest "now" that still has room for the lanes, lanes included.
    private static let mostSecondsWithLanes = 4.5

    /// What is said and how; a change counts from the next announcement on.
    public var settings: AnnouncementSettings {
        didSet { if settings != oldValue { renewWriter() } }
    }
    /// How the route is travelled; some languages have other words for walking.
    public private(set) var travelMode = TravelMode.unknown
    private let strings: any StringRetriever
    private let names: any NameNormalizer
    private var writer: AnnouncementWriter
    private var announced: Set<CueReference> = []
    /// The maneuvers of which the lanes were said.
    private var laned: Set<UInt64> = []

    /// Makes a generator for one language.
    ///
    /// - Parameters:
    ///   - settings: What is to be said, and in which units.
    ///   - strings: The words of the language.
    ///   - names: Prepares names of streets and places for the voice; `nil` writes road numbers as the language does.
    public init(
        settings: AnnouncementSettings = AnnouncementSettings(),
        strings: any StringRetriever,
        names: (any NameNormalizer)? = nil
    ) {
        self.settings = settings
        self.strings = strings
        self.names = names ?? RoadNumberNormalizer(strings)
        writer = AnnouncementWriter(strings: strings, settings: settings, names: self.names)
    }

    /// What is newly due.
    ///
    /// What the verbosity keeps back is not counted as announced: once more may be said, it is, if it still holds.
    ///
    /// - Parameter info: The latest event of guidance.
    /// - Returns: `nil` unless the event carries a cue that was not announced yet and navigation is active.
    /// - Throws: ``AnnouncementError`` when the language has no words for it; once, too, for each cue and stage.
    public mutating func announcement(for info: NavigationInfo) throws(AnnouncementError) -> Announcement? {
        guard info.isNavigating, let cue = info.cue, settings.allows(cue), announced.insert(cue.reference).inserted
        else { return nil }
        let announcement = try announcement(
            for: CueMoment(cue: cue, in: info),
            validForSeconds: cue.validForSeconds - info.fix.time.seconds(since: cue.dueAt))
        if !announcement.laneText.isEmpty { laned.insert(cue.identity) }
        return announcement
    }

    /// What matters now, in words with the present distance, whatever was said before. An explicit wish, so that the
    /// verbosity does not count.
    ///
    /// - Parameter info: The latest event of guidance.
    /// - Returns: `nil` where navigation is not active, or nothing is ahead.
    /// - Throws: ``AnnouncementError`` when the language has no words for it.
    public mutating func repeatAnnouncement(for info: NavigationInfo) throws(AnnouncementError) -> Announcement? {
        guard info.isNavigating, let cue = Cue(whatMattersIn: info) else { return nil }
        let announcement = try announcement(
            for: CueMoment(cue: cue, in: info), isAskedFor: true, validForSeconds: cue.validForSeconds)
        // What was due is told with it.
        if let due = info.cue, due.identity == cue.identity { announced.insert(due.reference) }
        return announcement
    }

    /// Takes what the route says of how it is travelled.
    public mutating func navigationStarted(_ route: Route) {
        guard route.travelMode != travelMode else { return }
        travelMode = route.travelMode
        renewWriter()
    }

    /// Forgets what was announced: navigation has ended, and the next one may lead past the same places.
    public mutating func navigationStopped() {
        announced.removeAll()
        laned.removeAll()
    }

    /// What to do at a step, as a line of a list: without distance, without time.
    ///
    /// - Parameter step: A step of a route.
    /// - Returns: `nil` where the language has no words for it.
    public func listText(for step: Step) -> String? {
        if step.maneuver.isDestination { return writer.book.text("targetAreaEnterRouteList") }
        let part = writer.part(for: step)
        guard !part.maneuver.text.isEmpty else { return nil }
        let fields = SentenceFields(distance: nil, first: part, second: nil, immediately: Wording())
        return Grammar(fields: [.maneuver1, .maneuverAddition, .streetName, .signpost])
            .filled(with: fields.wording).text
    }
}

extension AnnouncementGenerator {
    private mutating func renewWriter() {
        writer = AnnouncementWriter(strings: strings, settings: settings, names: names, mode: travelMode)
    }

    /// The lanes are said while there is time to change: at the preparing stage, else with a short "now"; and whenever
    /// somebody asks. Behind a second maneuver they would be taken for those of that one.
    private func lanes(for moment: CueMoment, after sentence: Wording, isAskedFor: Bool) -> Wording {
        guard moment.next == nil else { return Wording() }
        if isAskedFor { return writer.lanes(for: moment) }
        guard moment.cue.stage == .prepare || moment.cue.stage == .now, !laned.contains(moment.cue.identity) else {
            return Wording()
        }
        let lanes = writer.lanes(for: moment)
        if moment.cue.stage == .now {
            let all = writer.joined(sentence, lanes: lanes).text
            guard Announcement.estimatedSeconds(for: all) <= Self.mostSecondsWithLanes else { return Wording() }
        }
        return lanes
    }

    /// What is said at a moment: as much of it as ends in time.
    private func announcement(
        for moment: CueMoment, isAskedFor: Bool = false, validForSeconds: Double
    ) throws(AnnouncementError) -> Announcement {
        let sentence = try writer.wording(for: moment)
        var lanes = lanes(for: moment, after: sentence, isAskedFor: isAskedFor)
        var whole = writer.joined(sentence, lanes: lanes)
        for brevity in Brevity.allCases.dropFirst() where !moment.hasTime(for: whole.text) {
            lanes = Wording()
            whole = try writer.wording(for: moment, leavingOut: brevity)
        }
        let isNumbered = moment.cue.stage == .prepare || moment.cue.stage == .far
        let truth = isNumbered && !moment.isAtEndOfRoad ? moment.truthSeconds(in: settings.units) : .infinity
        return Announcement(
            cue: moment.cue.reference, subject: moment.cue.subject, text: whole.text, laneText: lanes.text,
            samples: whole.clips, priority: moment.cue.priority, validForSeconds: min(validForSeconds, truth))
    }
}

extension NavigationInfo {
    /// Whether there is something to announce for; the last event of a drive counts.
    fileprivate var isNavigating: Bool { state == .enroute || state == .rerouting || isDestinationReached }
}
