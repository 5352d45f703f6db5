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
import Regions
import RouteRequests
import Supervisor
import TOML

/// Ends the program with an error: a message on standard error, and the matching exit code.
enum Failure {
    static func end(with error: any Error) -> Never {
        guard let code = exitCode(of: error) else { endByUsage(error) }
        complain(text(of: error), code)
        Navbus.exit(withError: code)
    }

    /// Ends with the message of the command-line parser: help on standard output, errors on standard error. The message
    /// may quote arguments, which are made printable.
    private static func endByUsage(_ error: any Error) -> Never {
        let code = Navbus.exitCode(for: error)
        var text = code.isSuccess ? Navbus.fullMessage(for: error) : onOneLine(Navbus.fullMessage(for: error))
        for argument in CommandLine.arguments where argument.printable != argument {
            text = text.replacing(argument, with: argument.printable)
        }
        if CommandLine.arguments.contains("--generate-completion-script") { text = CompletionScript.completed(text) }
        if !text.isEmpty { code.isSuccess ? Output.lines(text) : complain(text, code) }
        Navbus.exit(withError: code)
    }

    /// Writes a message, and after wrong usage the command that prints the help.
    private static func complain(_ text: String, _ status: ExitCode) {
        Output.errorLines("\(Style.error.red("navbus:")) \(text)")
        guard status == .validationFailure else { return }
        Output.error("try: \(command(of: CommandLine.arguments)) --help")
    }

    /// The command and its subcommands that begin a command line, such as `navbus session open`.
    static func command(of arguments: [String]) -> String {
        var (type, words): (any ParsableCommand.Type, [String]) = (Navbus.self, ["navbus"])
        for argument in arguments.dropFirst() {
            guard let next = type.configuration.subcommands.first(where: { $0._commandName == argument }) else { break }
            type = next
            words.append(argument)
        }
        return words.joined(separator: " ")
    }

    /// The problem in the message of the parser, with the possible values or the help of the argument that it concerns.
    /// In the message they have lines of their own, and the usage of the command follows.
    static func onOneLine(_ message: String) -> String {
        let lines = message.split(separator: "\n")
        let problem = lines.prefix { !$0.hasPrefix("Help:") && !$0.hasPrefix("Usage:") }.map { $0.drop { $0 == " " } }
        guard var first = problem.first else { return message }
        if first.hasPrefix("Error: ") { first = first.dropFirst("Error: ".count) }
        let choices = problem.filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2) }
        if !choices.isEmpty {
            return first.replacing("Please provide one of the following:", with: "Use one of ")
                + choices.joined(separator: ", ")
        }
        let help = lines.first { $0.hasPrefix("Help:") }?.split(separator: "  ").last
        let rest = problem.dropFirst().map { " \($0)" }.joined()
        return first + rest + (help.map { ": \($0)" } ?? "")
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
        case let error as RegionError: status(ofRegion: error)
        case is UnclearPlace: .usage
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

    private static func status(ofRegion error: RegionError) -> ExitStatus {
        switch error {
        case .extract, .unknown, .file: .noInput
        case .missing, .busy, .geocoder: .unavailable
        case .badName, .exists: .usage
        case .step: .internalError
        }
    }

    private static func status(ofBus error: BusError) -> ExitStatus {
        switch error {
        case .refused: .refused
        case .noAnswer, .noBus, .noAccess: .unavailable
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
        case let place as UnclearPlace: place.description
        case is BusError, is RouteModelError, is OutputFailure, is ListenFailure, is RecordingError, is NotRecorded,
            is RecordingFailure, is KeyProblem, is RouterFailure, is InputFailure, is ControlNameError,
            is ScaffoldError, is RegionError:
            "failed to \(error)".printable
        default: "\(error)".printable
        }
    }
}
