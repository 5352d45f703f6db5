import NavigationControl

extension HapticsSettings {
    /// Every way to write a device.
    private static let forms = [
        "bluetooth", "bluetooth NAME-OR-ADDRESS", "serial /dev/ttyUSB0", "rumble", "rumble /dev/input/event7",
        "feedback",
        "log",
    ]

    /// Each that is missing is looked for all the time, by a thread of its own.
    static let mostDevices = 8

    /// Reads the setting `devices`, the most wanted first.
    static func devices(_ texts: [String]) throws(SettingsError) -> [DeviceChoice] {
        let known = forms.joined(separator: ", ")
        guard !texts.isEmpty else { throw refusal("[]", "name at least one of: \(known)") }
        guard texts.count <= mostDevices else {
            throw refusal("a list of \(texts.count)", "name at most \(mostDevices), the most wanted first")
        }
        var devices: [DeviceChoice] = []
        for text in texts {
            let quoted = "\"\(text)\""
            guard let device = DeviceChoice(text) else {
                throw refusal(quoted, advice(text) ?? "there is no such device; known: \(known)")
            }
            if let path = device.path, !path.hasPrefix("/") {
                throw refusal(quoted, "the device must be a whole path, as in \"/dev/\(path)\"")
            }
            guard !devices.contains(device) else {
                throw refusal(quoted, "it stands there twice: leave one of them out")
            }
            devices.append(device)
        }
        return devices
    }

    /// What is wrong with one that is nearly right.
    private static func advice(_ text: String) -> String? {
        switch text.prefix(while: { $0 != " " }) {
        case "serial": "name its port as well, as in \"serial /dev/ttyUSB0\""
        case "feedback": "nothing may stand behind \"feedback\""
        case "log": "nothing may stand behind \"log\"; the setting logFile names the file"
        default: nil
        }
    }

    private static func refusal(_ value: String, _ reason: String) -> SettingsError {
        .invalid(key: "devices", value: value, reason: reason)
    }
}

extension DeviceChoice {
    /// Its file below `/dev`, where it names one.
    fileprivate var path: String? {
        switch self {
        case .serial(let path): path
        case .rumble(let path): path
        case .bluetooth, .feedback, .log: nil
        }
    }
}
