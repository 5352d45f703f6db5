import Glibc
package import NavigationEvents
package import Platform

/// Runs a control as a process.
///
///     import NavigationControl
///     ControlProcess.run("console") { context in try ConsoleControl(context) }
///
/// The process waits for the bus, receives its settings from it, and calls the control on the main thread. It ends with
/// exit code 0 at SIGTERM, SIGINT and SIGHUP, and when its launcher dies. Other exit codes: 64 unknown option, 69 no
/// bus, 70 internal error, 74 the device cannot be opened, 78 a setting is invalid.
public enum ControlProcess {
    /// Whether a launcher (`navbus run`) started this process and will end it, rather than a person (`navbus watch`).
    public static var isLaunched: Bool { ControlEnvironment().endsWithInput }

    /// Runs a control until the process is asked to end; does not return.
    ///
    /// - Parameters:
    ///   - id: The id in the manifest: the section of the configuration, and the name in reports.
    ///   - summary: Description in one sentence, for `--help`.
    ///   - joining: The way in which the process joins the bus.
    ///   - arguments: Arguments for the kit (`--set`, `--help`, `--version`; any other is refused); `nil`: the whole
    ///     command line.
    ///   - make: Makes the control. An error ends the process. It must not touch a device.
    public static func run<C: NavigationControl>(
        _ id: String, summary: String = "", joining: Joining = .asControl, arguments: [String]? = nil,
        make: (ControlContext) throws -> C
    ) -> Never {
        let code = status(id, summary: summary, joining: joining, arguments: arguments, make: make)
        // A hanging device may hold the output, for which `exit` would wait. All lines are written already.
        if code == .outputError { _exit(code.rawValue) }
        exit(code.rawValue)
    }

    /// Runs a control until the process is asked to end, and returns its exit code.
    ///
    /// - Parameter topics: The topics to request, of those of the callbacks; `nil`: all of them.
    package static func status<C: NavigationControl>(
        _ id: String, summary: String = "", joining: Joining = .asControl, topics: [Topic]? = nil,
        arguments: [String]? = nil, make: (ControlContext) throws -> C
    ) -> ExitStatus {
        let usage = ControlUsage(id: id, summary: summary)
        switch usage.action(for: arguments ?? Array(CommandLine.arguments.dropFirst())) {
        case .run(let given):
            return ControlRunner(
                id: id, environment: ControlEnvironment(), joining: joining, given: given, topics: topics
            ).run(make: make)
        case .print(let text):
            Terminal.lines(text)
            return .success
        case .refuse(let text):
            complain(usage: text, isOfCommand: false)
            return .usage
        }
    }
}
