import ArgumentParser

/// `navbus control`
struct ControlGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract:
            "Write a control of your own: create its folder, find its kit, make the files of its settings, and test it.",
        subcommands: [
            ControlNewCommand.self, ControlKitCommand.self, ControlSettingsCommand.self, ControlCheckCommand.self,
        ])
}
