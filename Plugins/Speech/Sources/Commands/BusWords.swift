import NavigationControl

/// What all subcommands that ask the bus understand.
enum BusWords {
    static let options: Set<String> = ["--session", "--endpoint"]

    static let help = """
          --session NAME       whose controls are asked; default: NAVBUS_SESSION, else main
          --endpoint ENDPOINT  request endpoint of the bus; default: NAVBUS_ENDPOINT, else that of the run folder
        """

    /// Where to ask.
    static func desk(_ words: CommandWords) throws(PersonDeskError) -> PersonDesk {
        try PersonDesk(endpoint: words.text("--endpoint"), session: words.text("--session"))
    }

    /// Tells what went wrong, and how the program ends.
    static func ending(_ error: any Error) -> CommandEnding {
        switch error {
        case let problem as CommandWords.Problem:
            complain(problem.text)
            return .usage
        case let problem as PersonDeskError:
            complain("failed to \(problem)")
            switch problem {
            case .usage: return .usage
            case .noBus, .notSaid: return .unavailable
            case .refused: return .refused
            case .unknown, .broken: return .broken
            }
        default:
            complain("failed to \(error)")
            return .broken
        }
    }
}
