import NavigationEvents
import Platform

/// The rule for settings that name files, folders and devices of this machine: those of the command line count, those
/// of the bus only if the launcher of that bus has started this process.
///
/// The configuration of a bus that another user runs, on this or another machine, must not choose where a control
/// writes and what it sends away.
struct PathPolicy: Sendable, Hashable {
    /// Manifest id of the control.
    var control: String
    var trustsBus: Bool
    /// Settings of the command line, by their keys.
    var given: [String: String] = [:]

    /// Reports on standard error that a setting of the bus is ignored.
    func reportIgnored(_ key: String) {
        Terminal.error(
            "navbus-\(control): ignored the setting \"\(key)\" of the bus, because it names a file, a folder or a "
                + "device: a control that the launcher of the bus has not started takes paths only from its command "
                + "line; start it with --set \(key)=PATH"
        )
    }
}
