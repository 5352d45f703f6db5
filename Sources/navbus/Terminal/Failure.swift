import Access
import RecordingTools
import Launcher
import Metrics
import CommandOutput
import ArgumentParser
import EventBus
import Guidance
import NavigationEvents
import Platform
import Recording
import Supervisor
import TOML

/// Ends the program with an error: a message on standard error, and the matching exit code.
enum Failure {
    static func end(with error: any Error) -> Never {
        guard let code = exitCode(of: error) else { endByUsage(error) }
        Output.errorLines("\(Style.error.red("navbus:")) \(text(of: error))")
        Navbus.exit(withError: code)
    }

    /// Ends with the message of the command-line parser: help on standard output, errors on standard error. The message
    /// may quote arguments, which are made printable.
    private static func endByUsage(_ error: any Error) -> Never {
        let code = Navbus.exitCode(for: error)
        var text = Navbus.fullMessage(for: error)
        for argument in CommandLine.arguments where argument.printable != argument {
            text = text.replacing(argument, with: argument.printable)
        }
        if !text.isEmpty { code.isSuccess ? Output.lines(text) : Output.errorLines(text) }
        Navbus.exit(withError: code)
    }

    /// The exit code of an error; `nil` for errors of the command-line parser.
    private static func exitCode(of error: any Error) -> ExitCode? {
        (error as? BusStartFailure).map { ExitCode($0.exitCode) } ?? status(of: error)?.code
    }

    private static func status(of error: any Error) -> ExitStatus? {
        switch error {
        case let error as ConfigurationError: error.isAboutAccess ? .noInput : .configuration
        case is RouteModelError: .configuration
        case is OutputFailure, is RecordingFailure: .outputError
        case is RecordingError, is NotRecorded: .noInput
        case is ListenFailure: .systemError
        case is RouterFailure: .unavailable
        case let error as BusError: status(ofBus: error)
        case is KeyProblem, is InputFailure: .noInput
        case ControlProgramFailure.unknown, is ControlNameError: .usage
        case ScaffoldError.noPackage, ScaffoldError.notNavbus: .usage
        case ScaffoldError.unwritable: .outputError
        case is ScaffoldError: .noInput
        case is ControlProgramFailure: .noInput
        default: nil
        }
    }

    private static func status(ofBus error: BusError) -> ExitStatus {
        switch error {
        case .refused: .refused
        case .noAnswer, .noAccess: .unavailable
        case .badEndpoint: .configuration
        case .keys: .noInput
        default: .systemError
        }
    }

    /// The message: one line, except for errors that have several lines.
    private static func text(of error: any Error) -> String {
        switch error {
        case let failure as ControlProgramFailure: failure.description
        case let failure as BusStartFailure: failure.description
        case is BusError, is RouteModelError, is OutputFailure, is ListenFailure, is RecordingError, is NotRecorded,
            is RecordingFailure, is KeyProblem, is RouterFailure, is InputFailure, is ControlNameError,
            is ScaffoldError:
            "failed to \(error)".printable
        default: "\(error)".printable
        }
    }
}
