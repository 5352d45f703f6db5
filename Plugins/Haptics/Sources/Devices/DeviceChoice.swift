/// A device as the setting `devices` names it: "bluetooth navband", "serial /dev/ttyUSB0", "rumble", "feedback", "log".
enum DeviceChoice: Hashable, Sendable, CustomStringConvertible {
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

    /// What it looks like in the setting, for those who got it wrong.
    static let usage = """
        use "bluetooth", "bluetooth NAME-OR-ADDRESS", "serial /dev/ttyUSB0", "rumble", "rumble /dev/input/event7", \
        "feedback" or "log"
        """

    /// The device that a text names; `nil` if it names none.
    init?(_ text: String) {
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

    var description: String {
        switch self {
        case .bluetooth(let name): ["bluetooth", name].compactMap(\.self).joined(separator: " ")
        case .serial(let path): "serial \(path)"
        case .rumble(let path): ["rumble", path].compactMap(\.self).joined(separator: " ")
        case .feedback: "feedback"
        case .log: "log"
        }
    }
}
