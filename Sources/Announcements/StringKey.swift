import NavigationEvents

/// The keys of a string table.
public enum StringKey {
    /// The prefix of every key, except those for displays.
    public static let prefix = "guidance_"

    /// The ids of the sentences with fields, like all ids below without the prefix.
    public static let grammars = ["distMan1", "distMan1ThenMan2", "nowMan1", "nowMan1ThenMan2", "endOfStreetMan"]

    /// The phrases of the fixed vocabulary. Together with the grammars they are its 49 ids.
    public static let phrases =
        [
            "border", "continue", "ferryEnter", "ferryExit", "followRoad", "holdHalfLeft", "holdHalfRight",
            "holdStraight", "motorroadEnter", "motorroadExit", "motorwayEnter", "motorwayExit", "motorwayTurnHalfLeft",
            "motorwayTurnHalfRight", "motorwayTurnLeft", "motorwayTurnRight", "now", "startAreaExit", "stopover",
            "straightLeft", "straightRight", "streetDirection", "streetDirectionSep", "targetAreaEnter",
            "targetAreaEnterRouteList", "targetReached", "tunnelAfter", "tunnelIn", "turnAround", "turnLeft",
            "turnRight", "uTurn",
        ] + (1...12).map { "roundaboutExit\($0)" }

    /// The phrases that name the lanes to use.
    public static let lanes = [
        "lanesLeft1", "lanesLeft2", "lanesLeft3", "lanesLeftMore", "lanesRight1", "lanesRight2", "lanesRight3",
        "lanesRightMore", "lanesMiddle1", "lanesMiddle2", "lanesMiddle3", "lanesSecondLeft", "lanesSecondRight",
        "lanesThirdLeft", "lanesThirdRight", "lanesSecondThirdLeft", "lanesSecondThirdRight", "lanesOuter",
    ]

    /// The phrases that are more exact than the vocabulary. A language without one uses the phrase of the vocabulary.
    public static let extras =
        [
            "immediately", "turnHalfLeft", "turnHalfRight", "forkLeft", "forkRight", "merge", "mergeLeft", "mergeRight",
            "roundaboutExitMore", "roundaboutEnter", "roundaboutStraight", "roundaboutLeft", "roundaboutRight",
            "roundaboutBack", "roundaboutLeave", "ramp", "rampLeft", "rampRight", "motorwayEnterLeft",
            "motorwayEnterRight", "motorroadEnterLeft", "motorroadEnterRight", "exit", "motorwayExitLeft",
            "motorwayExitRight", "motorwayExitHalfLeft", "motorwayExitHalfRight", "ferryTake", "ferryTakeLeft",
            "ferryTakeRight", "trainTake", "trainTakeLeft", "trainTakeRight", "ferryLeave", "toll", "stairs",
            "escalator", "lift", "buildingEnter", "buildingExit", "stopoverLeft", "stopoverRight", "stopoverReached",
            "stopoverReachedLeft", "stopoverReachedRight", "targetAreaEnterLeft", "targetAreaEnterRight",
            "targetReachedLeft", "targetReachedRight",
        ] + lanes

    /// The phrases that contain a name or a number that no clip says.
    public static let named = [
        "exitNumber", "exitNumberLeft", "exitNumberRight", "exitNumberHalfLeft", "exitNumberHalfRight",
        "roundaboutNamed", "stayOn", "levelTo", "head", "arrivedAt", "arrivedAtLeft", "arrivedAtRight",
    ]

    /// The phrases that name the ferry, so that nothing has to be added to them.
    static let ferries = Set(extras.filter { $0.hasPrefix("ferry") || $0.hasPrefix("train") })

    /// The phrases that tell where a maneuver is, with their prepositions, and the directions of stairs. No clip says them.
    public static let landmarks =
        [
            "stairsUp", "stairsDown", "landmarkTrafficLight", "landmarkTrafficLight2", "landmarkTrafficLight3",
            "landmarkStopSign", "landmarkLevelCrossingBefore", "landmarkLevelCrossingAfter", "landmarkBridgeBefore",
            "landmarkBridgeAfter", "landmarkSignalCrossing", "landmarkCrossing",
        ]
        + ["Church", "Mosque", "Synagogue", "Temple", "Fuel", "Station"].flatMap { kind in
            ["At", "Before", "After", "Opposite"].map { "landmark\(kind)\($0)" }
        }

    /// The words that replace a part of other phrases: the roundabout without a name, and the points of the compass.
    public static let parts = ["roundabout"] + CompassPoint.allCases.map { compassPrefix + $0.rawValue }

    /// The sentences that a language may have besides ``grammars``.
    public static let extraGrammars = ["followRoadOn", "startMan1", "landmarkMan1", "landmarkMan1ThenMan2"]

    /// The separators between the parts of a sentence and the digits of a number.
    public static let separators = ["decimalSeparator", "signpostSeparator", "lanesSeparator"]

    /// The units of distances. A form of a unit has a suffix: `unitMiles_few`, `unitMeters_accusative_1`.
    public static let units = SpokenDistance.Unit.allCases.map(\.rawValue)

    /// The optional texts of a language: the format of road numbers for the voice, and "on" before a street, if it differs
    /// from "onto".
    public static let options = ["roadNumber", "streetOn"]

    /// The prefix of the points of the compass: `compass_north`.
    static let compassPrefix = "compass_"
    /// The prefix of the words between a phrase and a street name: `streetDirectionSep_motorwayEnter`.
    static let streetPrefix = "streetDirectionSep_"
    /// The suffix of the phrases with a special form after "then": `targetAreaEnter_then`.
    static let thenSuffix = "_then"
    /// The marker of a unit whose text contains the number: `einem Kilometer%0`.
    static let numberInText = "%0"
    /// The marker of a roundabout in a phrase: `%r take the second exit`.
    static let roundaboutInText = "%r"

    /// The texts for displays. These keys have no prefix.
    public static let displays = ["route_calc_failed", "route_calc_progress_title"]

    /// The suffixes of the forms for other travel modes.
    static let modeSuffixes = ["_walking", "_cycling"]

    /// The 49 ids of the vocabulary, with the prefix.
    public static let vocabulary = (phrases + grammars).map { prefix + $0 }
    /// Every key of a complete table, without the forms of units and travel modes.
    public static let all =
        vocabulary + (extras + named + landmarks + parts + extraGrammars + separators + units).map { prefix + $0 }
        + displays

    private static let known = Set(all + options.map { prefix + $0 })
    private static let knownPhrases = Set(phrases + extras + named + landmarks)
    private static let knownStreetPhrases = knownPhrases.union(knownPhrases.map(plainPhrase))

    /// Returns a phrase without the side or the number that it names: "holdHalf" for "holdHalfLeft", "roundaboutExit"
    /// for "roundaboutExit3".
    static func plainPhrase(_ phrase: String) -> String {
        for ending in ["Left", "Right", "More"] where phrase.hasSuffix(ending) {
            return String(phrase.dropLast(ending.count))
        }
        return String(phrase.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
    }

    /// Whether a table may have `key`: one of ``all``, its form for a travel mode or a position, or a form of a unit.
    public static func isKnown(_ key: String) -> Bool {
        if known.contains(key) { return true }
        guard key.hasPrefix(prefix) else { return false }
        let mode = modeSuffixes.first { key.hasSuffix($0) } ?? ""
        let id = String(key.dropFirst(prefix.count).dropLast(mode.count))
        if known.contains(prefix + id) { return true }
        if id.hasSuffix(thenSuffix) { return knownPhrases.contains(String(id.dropLast(thenSuffix.count))) }
        if id.hasPrefix(streetPrefix) { return knownStreetPhrases.contains(String(id.dropFirst(streetPrefix.count))) }
        return units.contains { id.hasPrefix("\($0)_") && id.count > $0.count + 1 }
    }
}
