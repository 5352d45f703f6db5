import NavigationEvents

/// Parses the command line of a control: options for people; everything else comes from the environment.
struct ControlUsage {
    /// The action that the arguments request.
    enum Action: Hashable {
        /// Run the control, with the settings of the command line by their keys.
        case run([String: String])
        case print(String)
        case refuse(String)
    }

    var id: String
    var summary: String

    /// Parses the arguments after the name of the program.
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
            default: return .refuse("unknown argument \"\(argument)\"")
            }
        }
        return .run(given)
    }

    private var help: String {
        """
        navbus-\(id): \(summary.isEmpty ? "a control of navbus" : summary)

        Usage: navbus-\(id) [--set KEY=PATH]... [--help] [--version]

        It waits for the bus, takes its settings from the section [\(id)] of the configuration of the bus, and runs
        until SIGTERM or Ctrl-C. Started by hand, it takes no file, folder or device from the bus: name those with
        --set, by the keys of that section.

        Environment:
          NAVBUS_ENDPOINT   request endpoint of the bus (default: \(ControlEnvironment.standardEndpoint))
          NAVBUS_TRUSTED_USER  another user whose bus is trusted; without it, only yours and that of root
          NAVBUS_TRANSPORT  automatic, zmq or ring: the way on which events come (default: automatic)
          NAVBUS_SESSION    session that it follows (default: main)
          NAVBUS_WAIT       seconds to wait for the bus (default: \(ControlEnvironment.standardWaitSeconds))
          NAVBUS_KEY        file of this control's key, for a bus on another machine
          NAVBUS_BUS_KEY    public key of that bus
          NAVBUS_STATE      folder of its memory (default: the folder of the socket of the bus)
          NAVBUS_LIFELINE   "stdin": end at the end of standard input, as when the launcher dies
        """
    }
}
