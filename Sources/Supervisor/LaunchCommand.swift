import NavigationControl

/// The command that starts a process. Programs of util-linux and coreutils set its limits and signals; each executes
/// the next one, so the process keeps its number.
public struct LaunchCommand: Sendable, Hashable {
    /// The program, found by the search path.
    public var program: String
    /// Arguments of the program.
    public var arguments: [String]

    /// Makes the command of a plan.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - launcher: The number of the process that starts it.
    public init(_ plan: LaunchPlan, launcher: Int32) {
        var words: [String] = []
        if plan.endsWithLauncher {
            words += ["setpriv", "--pdeathsig", "TERM", "--"]
            // The kernel sends no signal if the launcher died before it was requested. The parent is then another
            // process already, and the process ends.
            words += ["sh", "-c", #"[ "$PPID" = "$0" ] || exit 0; exec "$@""#, "\(launcher)"]
        }
        // A core dump would delay the restart, and it would contain a private drive.
        words += ["prlimit", "--core=0"] + Self.options(plan.limits) + ["--"]
        if let niceness = plan.limits.niceness { words += ["nice", "-n", "\(niceness)", "--"] }
        words += [plan.executable] + plan.arguments
        program = words.removeFirst()
        arguments = words
    }

    /// The limit of memory counts only memory with data: reserved address space, as of runtimes, costs nothing.
    private static func options(_ limits: ResourceLimits) -> [String] {
        var options: [String] = []
        if let megabytes = limits.memoryMegabytes { options.append("--data=\(megabytes << 20)") }
        if let files = limits.openFiles { options.append("--nofile=\(files)") }
        if let processes = limits.processes { options.append("--nproc=\(processes)") }
        return options
    }

    /// Changes of the environment; `nil` removes a variable.
    public static func environment(_ plan: LaunchPlan) -> [String: String?] {
        let nothing: String? = nil
        var variables: [String: String?] = [
            "NAVBUS_LIFELINE": "stdin",
            // A backtrace takes seconds without guidance.
            "SWIFT_BACKTRACE": "enable=no",
            // The service manager accepts messages only from the launcher.
            "NOTIFY_SOCKET": nothing, "WATCHDOG_USEC": nothing, "WATCHDOG_PID": nothing,
        ]
        for (name, value) in plan.environment { variables.updateValue(value, forKey: name) }
        return variables
    }
}
