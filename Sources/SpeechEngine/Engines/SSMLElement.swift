/// The SSML elements and attributes that are passed to engines. All others are omitted.
///
/// The list is a protection: espeak-ng passes the file name of an `audio` element to a shell.
enum SSMLElement: String {
    case `break`, emphasis, lang, p, paragraph, prosody, s, sayAs = "say-as", sentence, speak, voice

    /// Elements without effect, whose text is spoken.
    static let transparent: Set<String> = ["mark", "token", "w"]
    /// Elements whose text is not spoken.
    static let silent: Set<String> = ["desc", "lexicon", "meta", "metadata"]

    /// The name of the element for the engine; espeak-ng does not know `lang`.
    var written: String { self == .lang ? SSMLElement.voice.rawValue : rawValue }

    /// The attributes passed to the engine, with the kinds of their values.
    var attributes: [String: SSMLValue] {
        switch self {
        case .break: ["strength": .word, "time": .duration]
        case .emphasis: ["level": .word]
        case .lang, .p, .paragraph, .s, .sentence, .speak: ["xml:lang": .word]
        case .prosody: ["pitch": .amount, "range": .amount, "rate": .amount, "volume": .amount]
        case .sayAs: ["detail": .word, "format": .word, "interpret-as": .word]
        case .voice: ["age": .word, "gender": .word, "name": .word, "variant": .word, "xml:lang": .word]
        }
    }

    /// Whether an attribute has no effect on the sound, so that its omission is not reported.
    static func hasNoEffect(attribute name: String) -> Bool {
        name.hasPrefix("xmlns") || name.hasPrefix("xsi:")
            || ["version", "xml:base", "xml:id", "xml:space"].contains(name)
    }
}

/// The kinds of attribute values. A value that matches no kind, such as a path, is omitted.
enum SSMLValue {
    /// A name: letters, digits and `-_+:`.
    case word
    /// A name, or a number with an optional sign and unit: "x-slow", "+10%", "120Hz".
    case amount
    /// Seconds or milliseconds: "1.5s", "250ms".
    case duration

    private static let maxSeconds = 600.0

    func accepts(_ value: String) -> Bool {
        guard (1...32).contains(value.utf8.count) else { return false }
        switch self {
        case .word: return value.unicodeScalars.allSatisfy { Self.isNameCharacter($0) }
        case .amount:
            if value.unicodeScalars.allSatisfy({ $0.isASCII && $0.properties.isAlphabetic || $0 == "-" }) {
                return true
            }
            let number = value.first == "+" || value.first == "-" ? value.dropFirst() : value[...]
            return ["%", "st", "Hz", "dB", ""].contains { unit in
                number.hasSuffix(unit) && Self.number(number.dropLast(unit.count)).map { $0 < 10_000 } ?? false
            }
        case .duration:
            let isInMilliseconds = value.hasSuffix("ms")
            guard value.hasSuffix("s"), let number = Self.number(value.dropLast(isInMilliseconds ? 2 : 1)) else {
                return false
            }
            return number / (isInMilliseconds ? 1000 : 1) <= Self.maxSeconds
        }
    }

    private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return false }
        return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-_+:".unicodeScalars.contains(scalar)
    }

    /// Parses a number of digits and at most one dot.
    private static func number(_ text: Substring) -> Double? {
        guard text.unicodeScalars.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }) else { return nil }
        return Double(text)
    }
}
