import DBus
import Glibc
import Platform

/// The vibrator of a phone, through feedbackd.
///
/// Newer versions play patterns (org.sigxcpu.Feedback.Haptic); older ones only named events, for which their theme has
/// vibrations.
struct FeedbackDriver: HapticDeviceDriver {
    static let service = "org.sigxcpu.Feedback"
    static let path = "/org/sigxcpu/Feedback"
    /// The application id for feedbackd, which has a profile for each.
    static let application = "org.navbus.haptics"

    var bus = DBusAddress.session
    /// The folder of input devices in sysfs: a vibrator is one of them.
    var inputs = "/sys/class/input"

    var name: String { "feedback" }

    func open(while isWanted: @Sendable () -> Bool) throws(HapticDeviceError) -> any HapticDevice {
        let connection: DBusConnection
        do throws(DBusError) {
            connection = try DBusConnection(bus)
        } catch {
            throw Self.error(error, name: name)
        }
        do throws(DBusError) {
            return try open(connection, while: isWanted)
        } catch {
            throw Self.error(error, name: name)
        }
    }

    private func open(_ connection: DBusConnection, while isWanted: () -> Bool) throws(DBusError) -> FeedbackDevice {
        try connection.watch(
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.service)'")
        // The call starts the service, which takes a moment.
        let answer = try connection.call(
            Self.method("org.freedesktop.DBus.Introspectable", "Introspect"), within: 10, while: isWanted)
        let description = answer.first?.asText ?? ""
        let knowsPatterns = description.contains("\"org.sigxcpu.Feedback.Haptic\"")
        guard knowsPatterns || description.contains("\"org.sigxcpu.Feedback\"") else {
            throw .unexpected(method: "org.freedesktop.DBus.Introspectable.Introspect")
        }
        let profile = try connection.call(
            Self.method(
                "org.freedesktop.DBus.Properties", "Get", [.string("org.sigxcpu.Feedback"), .string("Profile")]),
            while: isWanted)
        guard profile.first?.asText != "silent" else { throw .answer(name: FeedbackDevice.silent, text: "") }
        // Versions with events only do not report whether there is a vibrator.
        guard knowsPatterns || hasVibrator else { throw .answer(name: FeedbackDevice.motionless, text: "") }
        // The signals of its start are not needed.
        while try connection.next() != nil {}
        return FeedbackDevice(name: name, connection: connection, knowsPatterns: knowsPatterns)
    }

    /// Whether any input device has force feedback.
    private var hasVibrator: Bool {
        FolderNames.readable(in: inputs).contains {
            $0.hasPrefix("event") && isVibrator("\(inputs)/\($0)/device/capabilities/ff")
        }
    }

    /// Whether the bitmap of force feedback effects is not all 0.
    private func isVibrator(_ path: String) -> Bool {
        (WholeFile.start(path, maxBytes: 4096) ?? []).contains { ![0x30, 0x20, 0x0A].contains($0) }
    }

    static func method(_ interface: String, _ member: String, _ arguments: [DBusValue] = []) -> DBusMethod {
        DBusMethod(service: service, path: path, interface: interface, member: member, arguments: arguments)
    }

    /// The error for reports, with the remedy.
    static func error(_ error: DBusError, name: String) -> HapticDeviceError {
        let (reason, remedy) =
            switch error.name {
            case FeedbackDevice.silent:
                ("feedbackd is silent", "let it vibrate: gsettings set org.sigxcpu.feedbackd profile quiet")
            case FeedbackDevice.motionless:
                ("there is no vibrator", "feedbackd is for phones; leave \"feedback\" out of haptics.devices")
            case FeedbackDevice.ended: ("feedbackd was ended", "the next attempt starts it again")
            case nil where connectionReason(error) != nil:
                (
                    "there is no user D-Bus: \(connectionReason(error) ?? "")",
                    "start navbus within the user's session, or set DBUS_SESSION_BUS_ADDRESS"
                )
            case _ where error.isServiceMissing: ("there is no feedbackd", "install it: apt-get install feedbackd")
            default: ("\(error)", "check journalctl --user -u feedbackd")
            }
        return .device(name: name, reason: reason, remedy: remedy)
    }

    private static func connectionReason(_ error: DBusError) -> String? {
        if case .bus(let reason) = error { reason } else { nil }
    }
}
