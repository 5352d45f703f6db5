import NavigationEvents

/// The command line of every control: it has options for people, and takes what it needs from the environment.
struct ControlUsage {
    /// What the arguments ask for.
    enum Action: Hashable {
        /// With the settings of the command line, by their keys.
        case run([String: String])
        case print(String)
        case refuse(String)
    }

    var id: String
    var summary: String

    /// Decides by the arguments after the program's name.
    func action(for arguments: [String]) -> Action {
        var given: [String: String] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--set":
                let parts = (rest.popFirst() ?? "").split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, !parts[0].isEmpty else {
                    return .refuse("--set needs KEY=PATH, such as --set file=/srv/speech.wav")
                }
                given[String(parts[0])] = String(parts[1])
            case "--help", "-h": return .print(help)
            case "--version": return .print("navbus-\(id), contract version \(Hello.currentContractVersion)")
            default: return .refuse("unknown argument \"\(argument)\"; try --help")
            }
        }
        return .run(given)
    }

    private var help: String {
        """
        navbus-\(id): \(summary.isEmpty ? "a control of navbus" : summary)

        Usage: navbus-\(id) [--set KEY=PATH]... [--help] [--version]

        It waits for the bus, takes its settings from the section [\(id)] of the bus's configuration, and runs until
        it is told to stop (SIGTERM, Ctrl-C). Started by hand, it takes no file, folder or device from the bus: name
        those with --set, by the keys of that section.

        Environment:
          NAVBUS_ENDPOINT   request endpoint of the bus (default: \(ControlEnvironment.standardEndpoint))
          NAVBUS_TRUSTED_USER  another user whose bus is believed; without it, your own and root's
          NAVBUS_SESSION    whose guidance it follows (default: main)
          NAVBUS_WAIT       seconds to wait for the bus (default: \(ControlEnvironment.standardWaitSeconds))
          NAVBUS_KEY        file of this control's key, for a bus on another machine
          NAVBUS_BUS_KEY    public key of that bus
          NAVBUS_STATE      folder of what it remembers over a restart (default: beside the socket of the bus)
          NAVBUS_LIFELINE   "stdin": end when standard input reaches its end, as when the launcher dies
        """
    }
}
