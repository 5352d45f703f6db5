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
    /// The maximum duration of an announcement, in seconds of speech. A longer one is shortened, but keeps its lanes and a
    /// second maneuver.
    private static let maxSeconds = 6.0
    /// The maximum distance between two maneuvers that immediately follow the same tunnel, in metres.
    private static let sameTunnelMeters = 100.0

    /// The settings; a change takes effect with the next announcement.
    public var settings: AnnouncementSettings {
        didSet { if settings != oldValue { renewWriter() } }
    }
    /// The travel mode of the route. Some languages have other phrases for walking.
    public private(set) var travelMode = TravelMode.unknown
    private let strings: any StringRetriever
    private let names: any NameNormalizer
    private var writer: AnnouncementWriter
    private var route = RouteContext()
    private var announced: Set<CueReference> = []
    /// The identities of the cues whose lanes were announced.
    private var laneCues: Set<UInt64> = []
    /// The identities of the cues whose border or toll was announced.
    private var passedCues: Set<UInt64> = []
    private var rerouting = ReroutingWords()
    /// The step with the latest announced end of a tunnel.
    private var tunnelStep: Int?

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
        guard info.isNavigating else { return nil }
        guard let cue = info.cue, settings.allows(cue), !info.isSilent(cue), announced.insert(cue.reference).inserted
        else { return reroutingAnnouncement(for: info) }
        var moment = context(of: cue, in: info)
        if cue.subject == .maneuver, let step = moment.step, step.tunnelMode == .immediatelyAfter {
            // The end of a tunnel is announced once, also if several maneuvers follow it.
            let isNear = step.distanceFromPreviousMeters <= Self.sameTunnelMeters
            let said = tunnelStep.map { $0 == step.number || isNear && $0 &+ 1 == step.number }
            if said == true { moment.leaveOutTunnel() }
            tunnelStep = step.number
        }
        let announcement = try announcement(
            for: moment, validForSeconds: cue.validForSeconds - info.fix.time.seconds(since: cue.dueAt))
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
            for: context(of: cue, in: info), isAskedFor: true, validForSeconds: cue.validForSeconds)
        // The repetition also announces the cue that is due.
        if let due = info.cue, due.identity == cue.identity { announced.insert(due.reference) }
        return announcement
    }

    /// Adopts the travel mode of a route, its countries, roads and the names of its stops.
    public mutating func navigationStarted(_ route: Route) {
        let new = RouteContext(of: route, strings: strings)
        guard route.travelMode != travelMode || new != self.route else { return }
        (travelMode, self.route) = (route.travelMode, new)
        renewWriter()
    }

    /// Forgets the announced cues at the end of navigation, since the next route may have the same maneuvers.
    public mutating func navigationStopped() {
        announced.removeAll()
        laneCues.removeAll()
        passedCues.removeAll()
        rerouting = ReroutingWords()
        tunnelStep = nil
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
        return fields.filled(into: Grammar(fields: [.maneuver1, .maneuverAddition, .streetName, .signpost])).text
    }
}

extension AnnouncementGenerator {
    /// Returns the words for the maneuver of a step, without names and distance; `nil` if the language has none.
    package func maneuverText(for step: Step) -> String? {
        if step.maneuver.isDestination { return listText(for: step) }
        let text = Grammar.normalized(writer.part(for: step).maneuver.text)
        return text.isEmpty ? nil : text
    }

    /// Returns number and unit of a distance; empty if the language has no words for it.
    package func distanceText(meters: Double) -> String {
        Grammar.normalized(writer.lookup.wording(meters: meters).text)
    }

    private mutating func renewWriter() {
        writer = AnnouncementWriter(
            strings: strings, settings: settings, names: names, mode: travelMode, route: route)
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
            guard writer.rate.seconds(for: all) <= Self.maxSecondsWithLanes else { return Wording() }
        }
        return lanes
    }

    /// Returns the cue with what the route knows of it.
    private func context(of cue: Cue, in info: NavigationInfo) -> CueContext {
        var moment = CueContext(cue: cue, in: info)
        moment.stopName = route.stopName(atStep: cue.stepNumber)
        return moment
    }

    /// Returns the phrases of a border and a toll, once for each maneuver, or on request.
    private func passed(for moment: CueContext, isAskedFor: Bool) -> Wording {
        let isDue = moment.cue.stage == .prepare || moment.cue.stage == .now
        guard moment.next == nil, isAskedFor || isDue && !passedCues.contains(moment.cue.identity) else {
            return Wording()
        }
        return writer.passed(for: moment)
    }

    /// Returns the words for a search for another route: once when it takes long, and once when it fails.
    private mutating func reroutingAnnouncement(for info: NavigationInfo) -> Announcement? {
        guard settings.verbosity == .all || settings.verbosity == .unknown, let due = rerouting.due(with: info) else {
            return nil
        }
        guard let text = strings.text(for: due.key), !text.isEmpty else { return nil }
        return Announcement(
            cue: CueReference(identity: due.identity, stage: .unknown), subject: .offRoute,
            text: Grammar.normalized(text), samples: [due.key], priority: .event,
            estimatedSeconds: writer.rate.seconds(for: Grammar.normalized(text)),
            validForSeconds: ReroutingWords.validSeconds)
    }

    /// Returns the announcement for a moment, with as many parts as end in time.
    private mutating func announcement(
        for moment: CueContext, isAskedFor: Bool = false, validForSeconds: Double
    ) throws(AnnouncementError) -> Announcement {
        let sentence = try writer.wording(for: moment)
        var passed = passed(for: moment, isAskedFor: isAskedFor)
        var road = writer.joined(sentence, lanes: passed)
        if !isAskedFor, writer.rate.speechSeconds(for: road.text) > Self.maxSeconds {
            // The border and the toll are announced later, at "now".
            (passed, road) = (Wording(), sentence)
        }
        var lanes = lanes(for: moment, after: road, isAskedFor: isAskedFor)
        var whole = writer.joined(road, lanes: lanes)
        var shortest = Brevity.nothing
        // A person who asks listens to all of it.
        for brevity in isAskedFor ? [] : Brevity.names
        where writer.rate.speechSeconds(for: whole.text) > Self.maxSeconds {
            shortest = brevity
            let names = writer.joined(try writer.wording(for: moment, leavingOut: brevity), lanes: passed)
            whole = writer.joined(names, lanes: lanes)
        }
        var isHurried = false
        for brevity in Brevity.allCases.dropFirst() where !moment.hasTime(for: writer.rate.seconds(for: whole.text)) {
            (lanes, isHurried) = (Wording(), true)
            whole = try writer.wording(for: moment, leavingOut: max(brevity, shortest))
        }
        if !passed.text.isEmpty, !isHurried { passedCues.insert(moment.cue.identity) }
        let isNumbered = moment.cue.stage == .prepare || moment.cue.stage == .far
        let landmark = isHurried ? nil : writer.landmark(for: moment)
        let distance = isNumbered && !moment.isAtEndOfRoad ? moment.distanceValidSeconds(in: settings.units) : .infinity
        let truth = landmark?.validSeconds(for: moment) ?? distance
        return Announcement(
            cue: moment.cue.reference, subject: moment.cue.subject, text: whole.text, laneText: lanes.text,
            samples: whole.clips, pronunciations: writer.pronunciations(for: moment, in: whole.text),
            priority: moment.cue.priority, estimatedSeconds: writer.rate.seconds(for: whole.text),
            validForSeconds: min(validForSeconds, truth))
    }
}

extension NavigationInfo {
    /// Whether navigation is active; true for the last event of a drive, too.
    fileprivate var isNavigating: Bool { state == .enroute || state == .rerouting || isDestinationReached }

    /// Whether a cue needs no words: on board of a ferry there is no road to follow.
    fileprivate func isSilent(_ cue: Cue) -> Bool { isOnFerry && (cue.stage == .follow || cue.stage == .far) }
}
