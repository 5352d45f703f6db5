import ArgumentParser

/// `navbus control`
struct ControlGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "control", abstract: "Write a control of your own: make a folder for it, and examine it.",
        subcommands: [ControlNewCommand.self, ControlCheckCommand.self])
}
