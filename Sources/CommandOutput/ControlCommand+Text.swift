import NavigationEvents

extension ControlCommand {
    /// The action and the state, for people.
    package var summary: String {
        var parts: [String] = []
        if let action { parts.append(action.summary) }
        if isMuted, action != .mute(true) { parts.append("muted") }
        if verbosity != .unknown, action != .verbosity(verbosity) { parts.append("verbosity \(verbosity.words)") }
        return parts.isEmpty ? "nothing is muted" : parts.joined(separator: ", ")
    }
}

extension ControlAction {
    /// The action, for people.
    package var summary: String {
        switch self {
        case .mute(let isMuted): isMuted ? "mute" : "unmute"
        case .verbosity(let verbosity): "verbosity \(verbosity.words)"
        case .repeatAnnouncement: "repeat"
        case .calibrate: "calibrate"
        case .say(let text): "say  \(text.text)"
        case .playback(let playback): playback.words
        case .turnPage(.next): "next page"
        case .turnPage(.previous): "previous page"
        case .turnPage(.to(let page)): "page \(page)"
        case .focus(.position): "focus on the position"
        case .focus(.route): "focus on the route"
        case .focus(.step(let number)): "focus on step \(number)"
        case .focus(.point(let point)): "focus on \(point.latitudeDegrees),\(point.longitudeDegrees)"
        }
    }
}
