import NavigationControl
import Platform

/// The command `navbus link drain`, after which a worker or a gateway can be ended without a loss.
enum FleetDrainCommand {
    private static let defaultSeconds = 30.0

    private static let help = """
        navbus link drain: has a worker or a gateway leave the fleet, and waits until it has nothing left to do.

        Usage: navbus link drain NAME [--wait SECONDS] [--server URL[,URL]…]

        A worker hands over its partitions with their sessions. A gateway takes no further requests, and stores those that
        it has accepted. The process runs on, and returns to the fleet when it is started again.

          NAME                  as navbus link status lists it
          --wait SECONDS        longest wait, 1 to 600; default: \(Int(defaultSeconds))
        \(FleetOptions.help)

        Exit codes: 0 it has left, 64 wrong usage, 69 no server or no NAME answers, 70 it has not left in time, 76 the
        servers refused.
        """

    /// Runs the command.
    static func run(_ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help)
            return .success
        }
        do {
            let words = try CommandArguments(arguments, options: FleetOptions.options)
            guard let name = words.words.first, words.words.count == 1 else {
                throw CommandArguments.Problem(text: "drain wants the name of one worker or gateway")
            }
            let seconds = try words.number("--wait", in: 1...600) ?? defaultSeconds
            try FleetClient(connection: FleetOptions.connection(words)).drain(name, seconds: seconds)
            Terminal.line("\(name) has left the fleet")
            return .success
        } catch {
            return FleetCommandError.report(error)
        }
    }
}
