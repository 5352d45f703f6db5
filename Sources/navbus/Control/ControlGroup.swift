import ArgumentParser

/// `navbus control`
struct ControlGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract: "Write a control of your own: create its folder, and test it against the contract.",
        subcommands: [ControlNewCommand.self, ControlCheckCommand.self])
}
