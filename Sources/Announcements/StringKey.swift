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

    /// What displays show. These keys have no prefix.
    public static let displays = ["route_calc_failed", "route_calc_progress_title"]

    /// Suffixes of the form that a phrase has in another mode of travel.
    static let modes = ["_walking", "_cycling"]

    /// The 49 ids of the vocabulary, with their prefix.
    public static let vocabulary = (phrases + grammars).map { prefix + $0 }
    /// Every key of a whole table, without the forms of units and modes.
    public static let all = vocabulary + (extras + separators + units).map { prefix + $0 } + displays

    private static let known = Set(all)

    /// Whether a table may have `key`: one of ``all``, in another mode of travel, or a form of a unit.
    public static func isKnown(_ key: String) -> Bool {
        if known.contains(key) { return true }
        if let mode = modes.first(where: { key.hasSuffix($0) }), known.contains(String(key.dropLast(mode.count))) {
            return key.hasPrefix(prefix)
        }
        return units.contains { key.hasPrefix("\(prefix)\($0)_") && key.count > prefix.count + $0.count + 1 }
    }
}
