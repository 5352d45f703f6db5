import NavigationControl
import Platform

/// The options and errors that all subcommands with a request to the bus share.
enum OperatorOptions {
    static let options: Set<String> = ["--session", "--endpoint"]

    static let help = """
          --session NAME       the session of the controls; default: NAVBUS_SESSION, else main
          --endpoint ENDPOINT  request endpoint of the bus; default: NAVBUS_ENDPOINT, else that of the run folder
        """

    /// Returns the client for the bus and session of the options.
    static func client(_ words: CommandArguments) throws(OperatorClientError) -> OperatorClient {
        try OperatorClient(endpoint: words.text("--endpoint"), session: words.text("--session"))
    }

    /// Prints an error and returns the exit code for it.
    static func ending(_ error: any Error) -> ExitStatus {
        switch error {
        case let problem as CommandArguments.Problem:
            complain(usage: problem.text)
            return .usage
        case let problem as OperatorClientError:
            if case .usage = problem {
                complain(usage: "failed to \(problem)")
                return .usage
            }
            complain("failed to \(problem)")
            switch problem {
            case .usage: return .usage
            case .noBus, .notSaid: return .unavailable
            case .refused: return .refused
            case .unknown, .broken: return .internalError
            }
        default:
            complain("failed to \(error)")
            return .internalError
        }
    }
}
