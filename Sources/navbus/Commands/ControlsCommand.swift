import ArgumentParser
import NavigationControl
import NavigationEvents
import Supervisor

/// `navbus controls`
struct ControlsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "controls", abstract: "List the controls that are installed, and which of them run.")

    @OptionGroup var bus: BusOptions

    @Flag(help: "Show the settings of each control as well.")
    var settings = false

    func run() throws {
        let catalog = ControlCatalog.discover()
        let running = runningControls()
        for entry in catalog.entries {
            Output.line(line(entry, running[entry.manifest.id]))
            if settings { for line in settingLines(entry) { Output.line(line) } }
        }
        for (id, status) in running.sorted(by: { $0.key < $1.key }) where catalog.entry(id) == nil {
            Output.line("\(Style.output.bold(id))  \(status.state), joined by itself")
        }
        for problem in catalog.problems { Output.error("\(Style.error.yellow("warning:")) \(problem)") }
        if catalog.entries.isEmpty {
            Output.error("no control is installed; set NAVBUS_CONTROLS_PATH to a folder that holds <name>/plugin.toml")
        }
    }

    /// What the bus says of its controls; nothing if no bus answers, which is no error here.
    private func runningControls() -> [String: ControlStatus] {
        guard case .status(let status)? = try? bus.request(.status, timeout: .milliseconds(500)) else { return [:] }
        // The launcher follows the events too.
        let controls = status.controls.filter { $0.control != StreamFollower.name }
        return Dictionary(controls.map { ($0.control, $0) }) { first, _ in first }
    }

    private func line(_ entry: ControlCatalog.Entry, _ status: ControlStatus?) -> String {
        let state =
            entry.executable == nil
            ? Style.output.red("\(entry.manifest.executable) is missing") : status.map { "\($0.state)" } ?? "installed"
        return "\(Style.output.bold(entry.manifest.id))  \(state)  \(Style.output.dim(entry.manifest.summary))"
    }

    private func settingLines(_ entry: ControlCatalog.Entry) -> [String] {
        entry.manifest.settings.map { setting in
            let choices = setting.choices.isEmpty ? "" : " (\(setting.choices.joined(separator: ", ")))"
            return "    \(setting.key) = \(setting.defaultValue.forPeople)\(choices)  \(Style.output.dim(setting.help))"
        }
    }
}

extension SettingValue {
    /// The value as one writes it in TOML.
    var forPeople: String {
        switch self {
        case .bool(let bool): "\(bool)"
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .text(let text): "\"\(text)\""
        case .list(let texts): "[\(texts.map { "\"\($0)\"" }.joined(separator: ", "))]"
        }
    }
}
