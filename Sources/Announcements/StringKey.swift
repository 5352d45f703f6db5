/// The keys that a string table can have.
public enum StringKey {
    /// What every key but those for displays begins with.
    public static let prefix = "guidance_"

    /// The sentences with fields. Like all ids below without their prefix.
    public static let grammars = ["distMan1", "distMan1ThenMan2", "nowMan1", "nowMan1ThenMan2", "endOfStreetMan"]

    /// The phrases of the fixed vocabulary; with the grammars they are its 49 ids.
    public static let phrases =
        [
            "border", "continue", "ferryEnter", "ferryExit", "followRoad", "holdHalfLeft", "holdHalfRight",
            "holdStraight", "motorroadEnter", "motorroadExit", "motorwayEnter", "motorwayExit", "motorwayTurnHalfLeft",
            "motorwayTurnHalfRight", "motorwayTurnLeft", "motorwayTurnRight", "now", "startAreaExit", "stopover",
            "straightLeft", "straightRight", "streetDirection", "streetDirectionSep", "targetAreaEnter",
            "targetAreaEnterRouteList", "targetReached", "tunnelAfter", "tunnelIn", "turnAround", "turnLeft",
            "turnRight", "uTurn",
        ] + (1...12).map { "roundaboutExit\($0)" }

    /// Phrases about lanes: which of them lead on.
    public static let lanes = [
        "lanesLeft1", "lanesLeft2", "lanesLeft3", "lanesLeftMore", "lanesRight1", "lanesRight2", "lanesRight3",
        "lanesRightMore", "lanesMiddle1", "lanesMiddle2", "lanesMiddle3", "lanesSecondLeft", "lanesSecondRight",
        "lanesThirdLeft", "lanesThirdRight", "lanesSecondThirdLeft", "lanesSecondThirdRight", "lanesOuter",
    ]

    /// Phrases that say something more exactly than the vocabulary can; a language without one uses what there is.
    public static let extras =
        [
            "immediately", "turnHalfLeft", "turnHalfRight", "merge", "roundaboutExitMore", "roundaboutEnter",
            "roundaboutStraight", "roundaboutLeft", "roundaboutRight", "roundaboutBack", "roundaboutLeave",
            "motorwayEnterLeft", "motorwayEnterRight", "motorroadEnterLeft", "motorroadEnterRight",
            "stopoverAreaEnter", "targetReachedLeft", "targetReachedRight",
        ] + lanes

    /// What stands between the parts of a sentence and the digits of a number.
    public static let separators = ["decimalSeparator", "signpostSeparator", "lanesSeparator"]

    /// The units of distances. A form of one has a suffix more: `unitMiles_few`, `unitMeters_accusative_1`.
    public static let units = SpokenDistance.Unit.allCases.map(\.rawValue)

    /// What a language may change if its usual form is wrong for it: how road numbers are written for the voice.
    public static let options = ["roadNumber"]

    /// Begins the keys of the words between a phrase and the name of a street: `streetDirectionSep_motorwayEnter`.
    static let streetPhrase = "streetDirectionSep_"
    /// Ends the keys of phrases that are said differently behind "then": `targetAreaEnter_then`.
    static let second = "_then"
    /// Marks the text of a unit that has the number in its words: `einem Kilometer%0`.
    static let noNumber = "%0"

    /// What displays show. These keys have no prefix.
    public static let displays = ["route_calc_failed", "route_calc_progress_title"]

    /// Suffixes of the form that a phrase has in another mode of travel.
    static let modes = ["_walking", "_cycling"]

    /// The 49 ids of the vocabulary, with their prefix.
    public static let vocabulary = (phrases + grammars).map { prefix + $0 }
    /// Every key of a whole table, without the forms of units and modes.
    public static let all = vocabulary + (extras + separators + units).map { prefix + $0 } + displays

    private static let known = Set(all + options.map { prefix + $0 })
    private static let knownPhrases = Set(phrases + extras)

    /// Whether a table may have `key`: one of ``all``, in another mode of travel or place, or a form of a unit.
    public static func isKnown(_ key: String) -> Bool {
        if known.contains(key) { return true }
        guard key.hasPrefix(prefix) else { return false }
        let mode = modes.first { key.hasSuffix($0) } ?? ""
        let id = String(key.dropFirst(prefix.count).dropLast(mode.count))
        if known.contains(prefix + id) { return true }
        if id.hasSuffix(second) { return knownPhrases.contains(String(id.dropLast(second.count))) }
        if id.hasPrefix(streetPhrase) { return knownPhrases.contains(String(id.dropFirst(streetPhrase.count))) }
        return units.contains { id.hasPrefix("\($0)_") && id.count > $0.count + 1 }
    }
}
