import NavigationEvents
import Platform

/// Who may name files, folders and devices of this machine to a control: its own command line, and the bus only if the
/// launcher of that bus has started this process.
///
/// A control that a person starts may have joined a bus whose configuration is somebody else's, on this machine or
/// another one; what it would write to, or send away, must not be theirs to choose.
struct PathSource: Sendable, Hashable {
    /// Manifest id of the control.
    var control: String
    var believesBus: Bool
    /// What the command line says, by the keys of the settings.
    var given: [String: String] = [:]

    /// Tells that a setting of the bus does not count.
    func tellIgnored(_ key: String) {
        Terminal.error(
            "navbus-\(control): ignored the setting \"\(key)\" of the bus, as it names a file, a folder or a device: whose "
                + "launcher has not started it takes those from its command line alone; start it with --set \(key)=PATH"
        )
    }
}
