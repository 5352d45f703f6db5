import ArgumentParser

/// `navbus control new`
struct ControlNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a folder with a control that builds, runs and passes the exam.")

    @Argument(help: "What the control is called: a-z, 0-9 and -.")
    var name: String

    func run() throws {}
}
