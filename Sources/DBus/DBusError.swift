/// The reason why a call on D-Bus failed.
package enum DBusError: Error, Hashable, CustomStringConvertible {
    /// The bus cannot be reached, or the connection was lost.
    case bus(reason: String)
    /// The answer is an error, with its name ("org.bluez.Error.Failed") and its text.
    case answer(name: String, text: String)
    /// There was no answer within the timeout.
    case timeout(method: String, seconds: Double)
    /// The wait was cancelled.
    case abandoned
    /// The answer has an unexpected format.
    case unexpected(method: String)

    /// The reason in words.
    package var description: String {
        switch self {
        case .bus(let reason): "D-Bus: \(reason)"
        case .answer(let name, let text): text.isEmpty ? name : "\(text) (\(name))"
        case .timeout(let method, let seconds): "no answer to \(method) within \(Int(seconds.rounded(.up))) s"
        case .abandoned: "the wait was cancelled"
        case .unexpected(let method): "the answer to \(method) has an unexpected format"
        }
    }

    /// The name of an error answer; `nil` for other errors.
    package var name: String? {
        if case .answer(let name, _) = self { name } else { nil }
    }

    /// Whether the service does not exist.
    package var isServiceMissing: Bool {
        switch name {
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
            "org.freedesktop.DBus.Error.Spawn.ServiceNotFound", "org.freedesktop.systemd1.NoSuchUnit":
            true
        default: name?.hasPrefix("org.freedesktop.DBus.Error.Spawn.") ?? false
        }
    }
}
