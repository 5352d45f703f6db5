import ArgumentParser
import NavigationControl
import Supervisor

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
                "The control that the walker follows; default: the first one with a tool walker.", valueName: "control")
        )
        var obey: String?

        @Argument(
            parsing: .allUnrecognized, help: "Arguments for the control: the route, the pattern tables, the walker.")
        var words: [String] = []

        private static var controlWithWalker: String? {
            ControlCatalog.discover().entries.first { $0.tools["walker"] != nil }?.manifest.id
        }

        func run() throws {
            guard let control = obey ?? Self.controlWithWalker else {
                throw ValidationError("no installed control has a tool walker; name a control with --obey.")
            }
            try ControlProgram.runIfNamed([control, "walker"] + words)
            throw ValidationError("--obey \(control): that is a command of navbus; name a control, such as haptics")
        }
    }
}
