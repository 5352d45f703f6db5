import Launcher
import CommandOutput
import ArgumentParser
import NavigationControl
import NavigationEvents
import Platform
import Supervisor

/// `navbus controls`
struct ControlsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "controls",
        abstract: "List the installed controls, their origins, and which of them run.",
        discussion: """
            Searches the folders of NAVBUS_CONTROLS_PATH, $XDG_DATA_HOME/navbus/controls (~/.local/share), the Plugins \
            of the checkout, lib/navbus/controls next to navbus, and /usr/lib/navbus/controls. Of several controls \
            with the same id, the first one is used.
            """)

    @OptionGroup var bus: BusOptions

    @Argument(help: ArgumentHelp("Show only these controls.", valueName: "control"))
    var controls: [String] = []

    @Flag(help: "Show the settings of each control as well: type, range, default.")
    var settings = false

    @Flag(help: "Print all of it as JSON.")
    var json = false

    func run() throws {
        let catalog = ControlCatalog.discover()
        let list = ControlList(catalog: catalog, running: runningControls(), only: controls)
        try list.check()
        if json { return Output.line(list.json.text) }
        for line in list.lines(withSettings: settings, width: TerminalWidth.ofOutput, style: .output) {
            Output.line(line)
        }
        for warning in list.warnings { Output.error("\(Style.error.yellow("warning:")) \(warning)") }
        if catalog.entries.isEmpty {
            Output.error("no control is installed; set NAVBUS_CONTROLS_PATH to a folder that holds <name>/plugin.toml")
        }
    }

    /// The controls in the status of the bus, by id; empty if no bus answers, which is no error here.
    private func runningControls() -> [String: ControlStatus] {
        guard case .status(let status)? = try? bus.request(.status, timeout: .milliseconds(500)) else { return [:] }
        // The launcher subscribes too, but is no control.
        let controls = status.controls.filter { $0.control != StreamFollower.name }
        return Dictionary(controls.map { ($0.control, $0) }) { first, _ in first }
    }
}
