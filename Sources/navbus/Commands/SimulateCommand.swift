import ArgumentParser
import Platform

/// `navbus simulate`
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Simulate people who follow a control.",
        subcommands: [Walker.self])
}

extension SimulateCommand {
    /// `navbus simulate walker`
    struct Walker: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Simulate a walker who follows only a control along a route.",
            discussion: """
                The simulated walker follows only the output of the control; walking, receiver and compass have \
                realistic errors. The command prints whether the walkers arrive, and the time and distance compared \
                with the shortest path. With several pattern tables it compares them:

                    navbus simulate walker --obey haptics --route route.json --table wristband --table belt

                All options except --obey are passed to the control; navbus haptics walker --help lists them. The exit \
                code is 0 if all walkers have arrived, else 1.
                """)

        @Option(
            help: ArgumentHelp(
                "The control that the walker follows; it must have a command walker.", valueName: "control"))
        var obey = "haptics"

        @Argument(
            parsing: .allUnrecognized, help: "Arguments for the control: the route, the pattern tables, the walker.")
        var words: [String] = []

        func run() throws {
            try ControlProgram.runIfNamed([obey, "walker"] + words)
            throw ValidationError("--obey \(obey): that is a command of navbus; name a control, such as haptics")
        }
    }
}
