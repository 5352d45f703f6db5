import NavigationControl
import Platform

/// The options that all subcommands with a request to the bus share.
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
}
