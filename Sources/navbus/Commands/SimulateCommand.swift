import ArgumentParser
import Platform

/// `navbus simulate`
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Simulate people who obey a control.",
        subcommands: [Walker.self])
}

extension SimulateCommand {
    /// `navbus simulate walker`
    struct Walker: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let somebody walk along a route who obeys nothing but a control.",
            discussion: """
                Somebody with a body, a receiver and a compass that all err walks, and does what the control makes felt, and \
                nothing else: it is told who arrives, how long it took and how far it was, against the shortest path. With \
                several tables of patterns it compares them:

                    navbus simulate walker --obey haptics --route route.json --table wristband --table belt

                Everything but --obey is for the control; navbus haptics walker --help tells what there is. The exit code \
                is 0 if all have arrived, and 1 if not.
                """)

        @Option(help: ArgumentHelp("The control that is obeyed; it must have a command walker.", valueName: "control"))
        var obey = "haptics"

        @Argument(parsing: .allUnrecognized, help: "What the control is told: the route, the tables, how it is walked.")
        var words: [String] = []

        func run() throws {
            try ControlProgram.runIfNamed([obey, "walker"] + words)
            throw ValidationError("--obey \(obey): that is a command of navbus; name a control, such as haptics")
        }
    }
}
