extension StringKey {
    /// The extras that are more exact forms of a phrase of the vocabulary, with that phrase. An extra that says
    /// something else is not listed: "turn left" says nothing of a roundabout.
    private static let phraseOfExtra = [
        "turnHalfLeft": "holdHalfLeft", "turnHalfRight": "holdHalfRight",
        "forkLeft": "holdHalfLeft", "forkRight": "holdHalfRight",
        "motorwayEnterLeft": "motorwayEnter", "motorwayEnterRight": "motorwayEnter",
        "motorroadEnterLeft": "motorroadEnter", "motorroadEnterRight": "motorroadEnter",
        "motorwayExitLeft": "motorwayExit", "motorwayExitRight": "motorwayExit",
        "motorwayExitHalfLeft": "motorwayExit", "motorwayExitHalfRight": "motorwayExit",
        "mergeLeft": "merge", "mergeRight": "merge", "rampLeft": "ramp", "rampRight": "ramp",
        "exitNumberLeft": "exitNumber", "exitNumberRight": "exitNumber",
        "exitNumberHalfLeft": "exitNumber", "exitNumberHalfRight": "exitNumber",
        "ferryTakeLeft": "ferryTake", "ferryTakeRight": "ferryTake",
        "trainTakeLeft": "trainTake", "trainTakeRight": "trainTake",
        "followRoadOn": "followRoad", "stairsUp": "stairs", "stairsDown": "stairs",
        "stopoverLeft": "stopover", "stopoverRight": "stopover", "stopoverReached": "stopover",
        "stopoverReachedLeft": "stopoverReached", "stopoverReachedRight": "stopoverReached",
        "arrivedAtLeft": "arrivedAt", "arrivedAtRight": "arrivedAt",
        "targetAreaEnterLeft": "targetAreaEnter", "targetAreaEnterRight": "targetAreaEnter",
        "targetReachedLeft": "targetReached", "targetReachedRight": "targetReached",
    ]

    /// Returns the keys with less exact texts for `key`, the nearest first: for a form of a travel mode, a position, a
    /// number or a grammatical case the usual form, for an extra the phrase of the vocabulary.
    static func generalKeys(for key: String) -> [String] {
        guard key.hasPrefix(prefix) else { return [] }
        var id = key.dropFirst(prefix.count)
        var found: [String] = []
        while true {
            if let end = id.lastIndex(of: "_") {
                id = id[..<end]
            } else if let phrase = phraseOfExtra[String(id)] {
                id = phrase[...]
            } else {
                return found
            }
            found.append(prefix + id)
        }
    }
}
