import NavigationControl

/// A device as the settings name it.
enum DeviceChoice: Hashable, Sendable {
    /// A wearable over Bluetooth LE, by its name or address; the first that is known, if `nil`.
    case bluetooth(String?)
    /// A wearable at a serial port.
    case serial(path: String)
    /// What rumbles by Linux force feedback; the first that is found, if `nil`.
    case rumble(path: String?)
    /// The desktop's or phone's own feedback service.
    case feedback
    /// Lines of text.
    case log

    /// Every way to write one.
    static let forms = [
        "bluetooth", "bluetooth NAME-OR-ADDRESS", "serial /dev/ttyUSB0", "rumble", "rumble /dev/input/event7",
        "feedback",
        "log",
    ]

    /// As it is written in the settings, and named in reports.
    var text: String {
        switch self {
        case .bluetooth(let name): name.map { "bluetooth \($0)" } ?? "bluetooth"
        case .serial(let path): "serial \(path)"
        case .rumble(let path): path.map { "rumble \($0)" } ?? "rumble"
        case .feedback: "feedback"
        case .log: "log"
        }
    }

    /// Reads the setting `devices`, the most wanted first.
    static func list(_ texts: [String]) throws(SettingsError) -> [DeviceChoice] {
        let key = "devices"
        guard !texts.isEmpty else {
            throw .invalid(key: key, value: "[]", reason: "name at least one of: \(forms.joined(separator: ", "))")
        }
        var devices: [DeviceChoice] = []
        for text in texts {
            let device = try DeviceChoice(text)
            guard !devices.contains(device) else {
                throw .invalid(key: key, value: "\"\(text)\"", reason: "it stands there twice: leave one of them out")
            }
            devices.append(device)
        }
        return devices
    }

    /// Reads one.
    init(_ text: String) throws(SettingsError) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.dropFirst().first?.trimmed
        switch (words.first ?? "", rest) {
        case ("bluetooth", let name): self = .bluetooth(name)
        case ("serial", let path?): self = .serial(path: try Self.path(path, of: text))
        case ("rumble", let path?): self = .rumble(path: try Self.path(path, of: text))
        case ("rumble", nil): self = .rumble(path: nil)
        case ("feedback", nil): self = .feedback
        case ("log", nil): self = .log
        case ("serial", nil): throw Self.refusal(text, "name its port as well, as in \"serial /dev/ttyUSB0\"")
        case ("feedback", _), ("log", _): throw Self.refusal(text, "nothing may stand behind \"\(words[0])\"")
        default: throw Self.refusal(text, "there is no such device; known: \(Self.forms.joined(separator: ", "))")
        }
    }

    private static func path(_ path: String, of text: String) throws(SettingsError) -> String {
        guard path.hasPrefix("/") else {
            throw refusal(text, "the device must be a whole path, as in \"/dev/\(path)\"")
        }
        return path
    }

    private static func refusal(_ text: String, _ reason: String) -> SettingsError {
        .invalid(key: "devices", value: "\"\(text)\"", reason: reason)
    }
}

extension String {
    /// Without spaces at its ends; `nil` if nothing is left.
    fileprivate var trimmed: String? {
        let text = String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        return text.isEmpty ? nil : text
    }
}
