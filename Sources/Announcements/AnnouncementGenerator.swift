public import NavigationEvents

/// Turns the cues of guidance into announcements: each one once, whatever happens to the route meanwhile.
///
/// A pure value: the same events give the same announcements, however often each of them is repeated. When to say
/// something is decided by guidance; here it is only put into words.
///
///     var generator = AnnouncementGenerator(strings: try StringTable(contentsOf: "en.strings"))
///     if let announcement = try generator.announcement(for: info) { say(announcement.text) }
public struct AnnouncementGenerator: Sendable {
    private let writer: AnnouncementWriter
    private var announced: Set<CueReference> = []

    /// Makes a generator for one language.
    ///
    /// - Parameters:
    ///   - settings: What is to be said, and in which units.
    ///   - strings: The words of the language.
    ///   - names: Prepares names of streets and places for the voice.
    public init(
        settings: AnnouncementSettings = AnnouncementSettings(),
        strings: any StringRetriever,
        names: any NameNormalizer = RoadNumberNormalizer()
    ) {
        writer = AnnouncementWriter(strings: strings, settings: settings, names: names)
    }

    /// What is newly due.
    ///
    /// - Parameter info: The latest event of guidance.
    /// - Returns: `nil` unless the event carries a cue that was not announced yet and navigation is active.
    /// - Throws: ``AnnouncementError`` when the language has no words for it; once, too, for each cue and stage.
    public mutating func announcement(for info: NavigationInfo) throws(AnnouncementError) -> Announcement? {
        let isActive = info.state == .enroute || info.state == .rerouting || info.isDestinationReached
        guard isActive, let cue = info.cue, announced.insert(cue.reference).inserted else { return nil }
        let wording = try writer.wording(for: CueMoment(cue: cue, in: info))
        return Announcement(
            cue: cue.reference, subject: cue.subject, text: wording.text, samples: wording.clips,
            priority: cue.priority, validForSeconds: cue.validForSeconds - info.fix.time.seconds(since: cue.dueAt))
    }

    /// Forgets what was announced: navigation has ended, and the next one may lead past the same places.
    public mutating func navigationStopped() {
        announced.removeAll()
    }

    /// What to do at a step, as a line of a list: without distance, without time.
    ///
    /// - Parameter step: A step of a route.
    /// - Returns: `nil` where the language has no words for it.
    public func listText(for step: Step) -> String? {
        if step.maneuver.isDestination { return writer.book.text("targetAreaEnterRouteList") }
        let part = writer.part(for: step)
        guard !part.maneuver.text.isEmpty else { return nil }
        let fields = SentenceFields(distance: Wording(), first: part, second: nil, immediately: Wording())
        return Grammar(fields: [.maneuver1, .maneuverAddition, .streetName, .signpost])
            .filled(with: fields.wording).text
    }
}
