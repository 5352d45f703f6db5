import HapticDevices
import NavigationControl

extension HapticsSettings {
    /// All notations of devices.
    private static let forms = [
        "bluetooth", "bluetooth NAME-OR-ADDRESS", "serial /dev/ttyUSB0", "rumble", "rumble /dev/input/event7",
        "feedback",
        "log",
    ]

    /// The limit, because a thread of its own searches for each missing device.
    static let maxDevices = 8

    /// The output devices; the most preferred device is first.
    ///
    /// - Throws: ``SettingsError`` if a text names no device, or a device is listed twice.
    func deviceChoices() throws(SettingsError) -> [DeviceChoice] { try Self.devices(devices) }

    /// The devices of a list of texts; the most preferred device is first.
    static func devices(_ texts: [String]) throws(SettingsError) -> [DeviceChoice] {
        let known = forms.joined(separator: ", ")
        guard !texts.isEmpty else { throw refusal("[]", "name at least one of: \(known)") }
        guard texts.count <= maxDevices else {
            throw refusal("a list of \(texts.count)", "name at most \(maxDevices), the most preferred first")
        }
        var devices: [DeviceChoice] = []
        for text in texts {
            let quoted = "\"\(text)\""
            guard let device = DeviceChoice(text) else {
                throw refusal(quoted, advice(text) ?? "there is no such device; known: \(known)")
            }
            if let path = device.path, !path.hasPrefix("/") {
                throw refusal(quoted, "the device must be an absolute path, as in \"/dev/\(path)\"")
            }
            guard !devices.contains(device) else {
                throw refusal(quoted, "it is listed twice; remove one of them")
            }
            devices.append(device)
        }
        return devices
    }

    /// The advice for a notation that is nearly right.
    private static func advice(_ text: String) -> String? {
        switch text.prefix(while: { $0 != " " }) {
        case "serial": "name its port as well, as in \"serial /dev/ttyUSB0\""
        case "feedback": "nothing may follow \"feedback\""
        case "log": "nothing may follow \"log\"; the setting logFile names the file"
        default: nil
        }
    }

    private static func refusal(_ value: String, _ reason: String) -> SettingsError {
        .invalid(key: "devices", value: value, reason: reason)
    }
}

extension DeviceChoice {
    /// The file of the device, if it names one.
    fileprivate var path: String? {
        switch self {
        case .serial(let path): path
        case .rumble(let path): path
        case .bluetooth, .feedback, .log: nil
        }
    }
}
