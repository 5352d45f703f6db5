import Glibc
import NavigationEvents
import Platform

/// Makes a process out of a control.
///
///     import NavigationControl
///     ControlProcess.run("console") { context in try ConsoleControl(context) }
///
/// The process waits for the bus, takes its settings from it, and calls the control back on the main thread. It ends
/// cleanly (exit code 0) on SIGTERM, SIGINT and SIGHUP, and when its launcher dies. Other exit codes: 64 unknown
/// option, 69 no bus, 70 internal error, 74 the device cannot be opened, 78 a setting is wrong.
public enum ControlProcess {
    /// Whether a launcher (`navbus run`) started this process, and ends it: then it is a control like any other. Not so
    /// if a person did (`navbus watch`).
    public static var isLaunched: Bool { ControlEnvironment().endsWithInput }

    /// Runs a control until it is told to stop; does not return.
    ///
    /// - Parameters:
    ///   - id: The control's manifest id: its section of the configuration, and its name in reports.
    ///   - summary: What it does, in a sentence, for `--help`.
    ///   - joining: As what it joins the bus.
    ///   - arguments: What stands on the command line for the kit: `--set`, `--help` and `--version`; anything else is refused. All
    ///     of it, unless the control has taken out what is its own.
    ///   - make: Makes the control. An error ends the process; touch no device here.
    public static func run<C: NavigationControl>(
        _ id: String, summary: String = "", joining: Joining = .asControl, arguments: [String]? = nil,
        make: (ControlContext) throws -> C
    ) -> Never {
        runDriver(id, summary, joining, arguments) { context in ControlDriver(try make(context)) }
    }

    /// Runs a control that owns a device until it is told to stop; does not return.
    ///
    /// - Parameters:
    ///   - id: The control's manifest id: its section of the configuration, and its name in reports.
    ///   - summary: What it does, in a sentence, for `--help`.
    ///   - joining: As what it joins the bus.
    ///   - arguments: What stands on the command line for the kit: `--set`, `--help` and `--version`; anything else is refused. All
    ///     of it, unless the control has taken out what is its own.
    ///   - make: Makes the control. An error ends the process; touch no device here.
    public static func run<C: DeviceControl>(
        _ id: String, summary: String = "", joining: Joining = .asControl, arguments: [String]? = nil,
        make: (ControlContext) throws -> C
    ) -> Never {
        runDriver(id, summary, joining, arguments) { context in ControlDriver(try make(context)) }
    }

    private static func runDriver<C: NavigationControl>(
        _ id: String, _ summary: String, _ joining: Joining, _ arguments: [String]?,
        make: (ControlContext) throws -> ControlDriver<C>
    ) -> Never {
        let usage = ControlUsage(id: id, summary: summary)
        switch usage.action(for: arguments ?? Array(CommandLine.arguments.dropFirst())) {
        case .run(let given):
            let runner = ControlRunner(id: id, environment: ControlEnvironment(), joining: joining, given: given)
            let code = runner.run(make: make)
            // A device that hangs may hold the output, which `exit` waits for. Every line is written already.
            if code == .device { _exit(code.rawValue) }
            exit(code.rawValue)
        case .print(let text):
            Terminal.lines(text)
            exit(ExitCode.clean.rawValue)
        case .refuse(let text):
            Terminal.error("navbus-\(id): \(text)")
            exit(ExitCode.usage.rawValue)
        }
    }
}

/// How a control's process ends; the numbers are those of `sysexits.h`.
enum ExitCode: Int32 {
    case clean = 0
    case usage = 64
    case noBus = 69
    case internalError = 70
    case device = 74
    case settings = 78
}
