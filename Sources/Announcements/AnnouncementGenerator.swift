public import NavigationEvents

/// Turns the cues of guidance into announcements: each cue once, even if the route is replaced.
///
/// The generator is a pure value: the same events give the same announcements, even if events repeat. Guidance decides
/// when something is announced; the generator chooses the words.
///
///     var generator = AnnouncementGenerator(strings: try StringTable(contentsOf: "en-US.toml"))
///     if let announcement = try generator.announcement(for: info) { say(announcement.text) }
public struct AnnouncementGenerator: Sendable {
    /// The maximum duration of a "now" with lanes, in seconds. A longer one is announced without lanes.
    private static let maxSecondsWithLanes = 4.5

    /// The settings; a change takes effect with the next announcement.
    public var settings: AnnouncementSettings {
        didSet { if settings != oldValue { renewWriter() } }
    }
    /// How long the voice takes, compared with ``Announcement/estimatedSeconds``: words are left out if they would not
    /// end in time.
    public var secondsFactor = 1.0
    /// The travel mode of the route. Some languages have other phrases for walking.
    public private(set) var travelMode = TravelMode.unknown
    private let strings: any StringRetriever
    private let names: any NameNormalizer
    private var writer: AnnouncementWriter
    private var announced: Set<CueReference> = []
    /// The identities of the cues whose lanes were announced.
    private var laneCues: Set<UInt64> = []

    /// Creates a generator for one language.
    ///
    /// - Parameters:
    ///   - settings: The units, and which parts are announced.
    ///   - strings: The phrases of the language.
    ///   - names: Prepares names of streets and places for the voice; `nil` only writes road numbers in the format of
    ///     the language.
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

    /// Returns the announcement for a cue that was not announced before.
    ///
    /// A cue that the verbosity suppresses does not count as announced: it is announced later if the verbosity changes
    /// and the event still carries the cue.
    ///
    /// - Parameter info: The latest event of guidance.
    /// - Returns: `nil` unless the event carries a cue that was not announced yet and navigation is active.
    /// - Throws: ``AnnouncementError`` if the language has no phrase for the cue, once for each cue and stage.
    public mutating func announcement(for info: NavigationInfo) throws(AnnouncementError) -> Announcement? {
        guard info.isNavigating, let cue = info.cue, settings.allows(cue), announced.insert(cue.reference).inserted
        else { return nil }
        let announcement = try announcement(
            for: CueContext(cue: cue, in: info),
            validForSeconds: cue.validForSeconds - info.fix.time.seconds(since: cue.dueAt))
        if !announcement.laneText.isEmpty { laneCues.insert(cue.identity) }
        return announcement
    }

    /// Returns an announcement of the current maneuver with its present distance, also if it was announced before.
    ///
    /// A person requests it, so the verbosity has no effect.
    ///
    /// - Parameter info: The latest event of guidance.
    /// - Returns: `nil` if navigation is not active or no maneuver is ahead.
    /// - Throws: ``AnnouncementError`` if the language has no phrase for it.
    public mutating func repeatAnnouncement(for info: NavigationInfo) throws(AnnouncementError) -> Announcement? {
        guard info.isNavigating, let cue = Cue(forRepetitionIn: info) else { return nil }
        let announcement = try announcement(
            for: CueContext(cue: cue, in: info), isAskedFor: true, validForSeconds: cue.validForSeconds)
        // The repetition also announces the cue that is due.
        if let due = info.cue, due.identity == cue.identity { announced.insert(due.reference) }
        return announcement
    }

    /// Adopts the travel mode of a route.
    public mutating func navigationStarted(_ route: Route) {
        guard route.travelMode != travelMode else { return }
        travelMode = route.travelMode
        renewWriter()
    }

    /// Forgets the announced cues at the end of navigation, since the next route may have the same maneuvers.
    public mutating func navigationStopped() {
        announced.removeAll()
        laneCues.removeAll()
    }

    /// Returns the instruction of a step for a list, without distance and time.
    ///
    /// - Parameter step: A step of a route.
    /// - Returns: `nil` if the language has no phrase for it.
    public func listText(for step: Step) -> String? {
        if step.maneuver.isDestination { return writer.lookup.text("targetAreaEnterRouteList") }
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

    /// Returns the phrase of the lanes, while there is time to change lanes: at the stage `prepare`, or with a short
    /// "now", and on request. After a second maneuver the listener would attribute the lanes to that one, so they are
    /// left out.
    private func lanes(for moment: CueContext, after sentence: Wording, isAskedFor: Bool) -> Wording {
        guard moment.next == nil else { return Wording() }
        if isAskedFor { return writer.lanes(for: moment) }
        guard moment.cue.stage == .prepare || moment.cue.stage == .now, !laneCues.contains(moment.cue.identity) else {
            return Wording()
        }
        let lanes = writer.lanes(for: moment)
        if moment.cue.stage == .now {
            let all = writer.joined(sentence, lanes: lanes).text
            guard Announcement.estimatedSeconds(for: all) <= Self.maxSecondsWithLanes else { return Wording() }
        }
        return lanes
    }

    /// Returns the announcement for a moment, with as many parts as end in time.
    private func announcement(
        for moment: CueContext, isAskedFor: Bool = false, validForSeconds: Double
    ) throws(AnnouncementError) -> Announcement {
        var moment = moment
        moment.secondsFactor = secondsFactor
        let sentence = try writer.wording(for: moment)
        var lanes = lanes(for: moment, after: sentence, isAskedFor: isAskedFor)
        var whole = writer.joined(sentence, lanes: lanes)
        for brevity in Brevity.allCases.dropFirst() where !moment.hasTime(for: whole.text) {
            lanes = Wording()
            whole = try writer.wording(for: moment, leavingOut: brevity)
        }
        let isNumbered = moment.cue.stage == .prepare || moment.cue.stage == .far
        let truth = isNumbered && !moment.isAtEndOfRoad ? moment.distanceValidSeconds(in: settings.units) : .infinity
        return Announcement(
            cue: moment.cue.reference, subject: moment.cue.subject, text: whole.text, laneText: lanes.text,
            samples: whole.clips, priority: moment.cue.priority, validForSeconds: min(validForSeconds, truth))
    }
}

extension NavigationInfo {
    /// Whether navigation is active; true for the last event of a drive, too.
    fileprivate var isNavigating: Bool { state == .enroute || state == .rerouting || isDestinationReached }
}
