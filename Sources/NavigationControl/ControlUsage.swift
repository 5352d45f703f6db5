import NavigationEvents

/// The command line of every control: it has options for people, and takes what it needs from the environment.
struct ControlUsage {
    /// What the arguments ask for.
    enum Action: Hashable {
        case run
        case print(String)
        case refuse(String)
    }

    var id: String
    var summary: String

    /// Decides by the arguments after the program's name.
    func action(for arguments: [String]) -> Action {
        for argument in arguments {
            switch argument {
            case "--help", "-h": return .print(help)
            case "--version": return .print("navbus-\(id), contract version \(Hello.currentContractVersion)")
            default: return .refuse("unknown argument \"\(argument)\"; try --help")
            }
        }
        return .run
    }

    private var help: String {
        """
        navbus-\(id): \(summary.isEmpty ? "a control of navbus" : summary)

        Usage: navbus-\(id) [--help] [--version]

        It waits for the bus, takes its settings from the section [\(id)] of the bus's configuration, and runs until
        it is told to stop (SIGTERM, Ctrl-C).

        Environment:
          NAVBUS_ENDPOINT   request endpoint of the bus (default: \(ControlEnvironment.standardEndpoint))
          NAVBUS_SESSION    whose guidance it follows (default: main)
          NAVBUS_WAIT       seconds to wait for the bus (default: \(ControlEnvironment.standardWaitSeconds))
          NAVBUS_KEY        file of this control's key, for a bus on another machine
          NAVBUS_BUS_KEY    public key of that bus
          NAVBUS_STATE      folder of what it remembers over a restart (default: beside the socket of the bus)
          NAVBUS_LIFELINE   "stdin": end when standard input reaches its end, as when the launcher dies
        """
    }
}
