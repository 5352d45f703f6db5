import NavigationEvents

/// The parameters of speech-dispatcher for an utterance, by name.
struct SSIPProperties: Equatable {
    /// The names and values, in the order in which they are set.
    let values: [(name: String, value: String)]

    /// Creates the parameters.
    ///
    /// - Parameters:
    ///   - utterance: The utterance.
    ///   - language: The language tag of utterances without a voice.
    init(_ utterance: Utterance, language: String) {
        let properties = utterance.properties
        let tag = properties.voice.isEmpty ? language : properties.voice
        values = [
            ("LANGUAGE", tag),
            ("RATE", "\(Self.rate(properties.rate))"),
            ("PITCH", "\(2 * EspeakSynthesizer.pitch(multiplier: properties.pitchMultiplier).pitch - 100)"),
            ("VOLUME", "\(Self.percent(2 * properties.volume - 1))"),
            ("PRIORITY", Self.priority(utterance)),
        ]
    }

    /// Whether a text is safe as a language tag. Other text could contain a command.
    static func isLanguage(_ tag: String) -> Bool {
        (1...32).contains(tag.utf8.count)
            && tag.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
                    || "-_+".unicodeScalars.contains($0)
            }
    }

    static func == (left: SSIPProperties, right: SSIPProperties) -> Bool {
        left.values.elementsEqual(right.values) { $0 == $1 }
    }

    /// Urgent announcements precede the speech of other programs; books follow it.
    private static func priority(_ utterance: Utterance) -> String {
        switch utterance.kind {
        case .announcement: utterance.priority >= .arrival ? "important" : "message"
        case .person: "message"
        case .book: "text"
        }
    }

    /// Returns the rate of the service: -100 is half the normal speed, 55 is twice the normal speed with the limits of
    /// its espeak-ng module.
    private static func rate(_ rate: Double) -> Int {
        let factor = EspeakSynthesizer.wordsPerMinute(rate: rate) / EspeakSynthesizer.wordsPerMinute(rate: 0.5)
        let value = factor < 1 ? (factor - 1) * 200 : (factor - 1) * 55
        return Int(clamping: min(max(value, -100), 100).rounded())
    }

    private static func percent(_ value: Double) -> Int { Int(clamping: (min(max(value, -1), 1) * 100).rounded()) }
}
