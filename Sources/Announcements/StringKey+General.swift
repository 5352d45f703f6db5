extension StringKey {
    /// Extras that say a phrase of the vocabulary more exactly, and that phrase. What a phrase does not say at all, as
    /// "turn left" says nothing of a roundabout, is no such extra of it.
    private static let phraseOfExtra = [
        "turnHalfLeft": "holdHalfLeft", "turnHalfRight": "holdHalfRight",
        "motorwayEnterLeft": "motorwayEnter", "motorwayEnterRight": "motorwayEnter",
        "motorroadEnterLeft": "motorroadEnter", "motorroadEnterRight": "motorroadEnter",
        "stopoverAreaEnter": "stopover",
        "targetReachedLeft": "targetReached", "targetReachedRight": "targetReached",
    ]

    /// The keys that say the same as `key` less exactly, the nearest first: of a form for a mode of travel, a place, a
    /// number or a case the usual form, of an extra the phrase of the vocabulary.
    static func general(of key: String) -> [String] {
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
