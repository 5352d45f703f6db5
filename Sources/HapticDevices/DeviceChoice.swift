/// A device in the notation of the setting `devices`: "bluetooth navband", "serial /dev/ttyUSB0", "rumble", "log".
package enum DeviceChoice: Hashable, Sendable, CustomStringConvertible {
    /// The first wristband found, or the one with this name or address.
    case bluetooth(nameOrAddress: String?)
    /// A device at a serial port.
    case serial(path: String)
    /// The first game controller that rumbles, or this one.
    case rumble(path: String?)
    /// The vibrator of a phone, through feedbackd.
    case feedback
    /// Lines of text, while no other device works.
    case log

    /// The notations, for error messages.
    package static let usage = """
        use "bluetooth", "bluetooth NAME-OR-ADDRESS", "serial /dev/ttyUSB0", "rumble", "rumble /dev/input/event7", \
        "feedback" or "log"
        """

    /// Parses a notation; `nil` if it names no device.
    package init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        let rest = words.count > 1 ? words.dropFirst().joined(separator: " ") : nil
        switch (words.first, rest) {
        case ("bluetooth", _): self = .bluetooth(nameOrAddress: rest)
        case ("serial", let path?): self = .serial(path: path)
        case ("rumble", _): self = .rumble(path: rest)
        case ("feedback", nil): self = .feedback
        case ("log", nil): self = .log
        default: return nil
        }
    }

    /// The first words of the notations.
    private static let kinds: Set<Substring> = ["bluetooth", "serial", "rumble", "feedback", "log"]

    /// Parses the devices of a command line: each begins with its kind, with or without quotes around it.
    ///
    /// - Throws: `Problem` with the words that name no device.
    package static func list(_ words: [String]) throws(Problem) -> [DeviceChoice] {
        var texts: [String] = []
        for word in words {
            let isFirst = kinds.contains(word.prefix { $0 != " " })
            if isFirst || texts.isEmpty { texts.append(word) } else { texts[texts.count - 1] += " \(word)" }
        }
        var choices: [DeviceChoice] = []
        for text in texts {
            guard let choice = DeviceChoice(text) else { throw Problem(text: text) }
            choices.append(choice)
        }
        return choices
    }

    /// Words that name no device.
    package struct Problem: Error, Hashable {
        /// The words.
        package var text: String
    }

    /// The notation, which ``init(_:)`` parses.
    package var description: String {
        switch self {
        case .bluetooth(let name): ["bluetooth", name].compactMap(\.self).joined(separator: " ")
        case .serial(let path): "serial \(path)"
        case .rumble(let path): ["rumble", path].compactMap(\.self).joined(separator: " ")
        case .feedback: "feedback"
        case .log: "log"
        }
    }
}
