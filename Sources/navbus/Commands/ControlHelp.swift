import CommandOutput
import NavigationControl
import Supervisor

/// The help of `navbus help CONTROL`: what the control does, its commands and its settings, from its manifest.
struct ControlHelp {
    let lines: [String]

    init(_ manifest: ControlManifest, style: Style = .output) {
        let id = manifest.id
        var lines = ["OVERVIEW: \(manifest.summary)", ""]
        if !manifest.commands.isEmpty {
            let width = (manifest.commands.keys.map(\.count).max() ?? 0) + 2
            lines += ["USAGE: navbus \(id) <command>", "", "COMMANDS:"]
            lines += manifest.commands.sorted { $0.key < $1.key }.map { "  \($0.key.padded(to: width))\($0.value)" }
            lines += ["", "  See 'navbus help \(id) <command>' for detailed help.", ""]
        }
        if !manifest.settings.isEmpty {
            lines.append("SETTINGS of the section [\(id)] of a configuration, or --set \(id).<key>=<value>:")
            lines += manifest.settings.map { ControlList.line($0, style) }
        }
        self.lines = lines
    }
}
