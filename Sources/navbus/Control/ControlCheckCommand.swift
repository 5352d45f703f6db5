import ArgumentParser
import ControlTesting

/// `navbus control check`
struct ControlCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Run a control, in any language, through the whole contract.")

    @Argument(help: "Folder of the control, with its plugin.toml, or its executable.")
    var control: String

    func run() async throws { _ = ControlExam() }
}
