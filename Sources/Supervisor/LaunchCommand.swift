import NavigationControl

/// The command that starts a process: programs of util-linux and coreutils in front of it set what the kernel is to
/// do with it, each becoming the next, so that the process keeps its number.
public struct LaunchCommand: Sendable, Hashable {
    /// Found on the search path.
    public var program: String
    /// What follows it on its command line.
    public var arguments: [String]

    /// Makes the command of a plan.
    ///
    /// - Parameter launcher: The process that starts it.
    public init(_ plan: LaunchPlan, launcher: Int32) {
        var words: [String] = []
        if plan.endsWithLauncher {
            words += ["setpriv", "--pdeathsig", "TERM", "--"]
            // The kernel tells nothing of a launcher that had died before it was asked to: then this process has another
            // parent already, and becomes nothing.
            words += ["sh", "-c", #"[ "$PPID" = "$0" ] || exit 0; exec "$@""#, "\(launcher)"]
        }
        // The dump of a process that is started again at once would cost time, and hold a drive that is nobody's business.
        words += ["prlimit", "--core=0"] + Self.options(plan.limits) + ["--"]
        if let niceness = plan.limits.niceness { words += ["nice", "-n", "\(niceness)", "--"] }
        words += [plan.executable] + plan.arguments
        program = words.removeFirst()
        arguments = words
    }

    /// Memory is that with data in it: address space that is only reserved, as runtimes do, costs nothing.
    private static func options(_ limits: ResourceLimits) -> [String] {
        var options: [String] = []
        if let megabytes = limits.memoryMegabytes { options.append("--data=\(megabytes << 20)") }
        if let files = limits.openFiles { options.append("--nofile=\(files)") }
        if let processes = limits.processes { options.append("--nproc=\(processes)") }
        return options
    }

    /// What is added to the environment; `nil` removes.
    public static func environment(_ plan: LaunchPlan) -> [String: String?] {
        let nothing: String? = nil
        var variables: [String: String?] = [
            "NAVBUS_LIFELINE": "stdin",
            // A backtrace takes seconds, in which nobody is guided.
            "SWIFT_BACKTRACE": "enable=no",
            // The service manager listens to the launcher alone.
            "NOTIFY_SOCKET": nothing, "WATCHDOG_USEC": nothing, "WATCHDOG_PID": nothing,
        ]
        for (name, value) in plan.environment { variables.updateValue(value, forKey: name) }
        return variables
    }
}
