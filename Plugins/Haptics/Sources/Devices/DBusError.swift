/// Why a call on D-Bus did not do what it should.
enum DBusError: Error, Hashable, CustomStringConvertible {
    /// The bus itself cannot be reached, or has gone.
    case bus(reason: String)
    /// The answer is an error: its name ("org.bluez.Error.Failed") and what it says.
    case answer(name: String, text: String)
    /// No answer within the time that was given.
    case late(method: String, seconds: Double)
    /// Nobody waits for it any more.
    case abandoned
    /// An answer that is not as it is described.
    case unexpected(method: String)

    var description: String {
        switch self {
        case .bus(let reason): "D-Bus: \(reason)"
        case .answer(let name, let text): text.isEmpty ? name : "\(text) (\(name))"
        case .late(let method, let seconds): "no answer to \(method) within \(Int(seconds.rounded(.up))) s"
        case .abandoned: "nobody waits for it any more"
        case .unexpected(let method): "the answer to \(method) is none"
        }
    }

    /// The name of the error that was answered with; `nil` if nothing was answered.
    var name: String? {
        if case .answer(let name, _) = self { name } else { nil }
    }

    /// Nobody has the name that was called.
    var isNobody: Bool {
        switch name {
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
            "org.freedesktop.DBus.Error.Spawn.ServiceNotFound", "org.freedesktop.systemd1.NoSuchUnit":
            true
        default: name?.hasPrefix("org.freedesktop.DBus.Error.Spawn.") ?? false
        }
    }
}
