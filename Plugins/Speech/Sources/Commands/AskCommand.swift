import NavigationControl
import NavigationEvents
import Platform

/// The subcommands that control the running speech control: `navbus-speech mute` and others.
enum AskCommand {
    /// The subcommands with their arguments and summaries.
    static let usages: [(name: String, words: String, summary: String)] = [
        ("mute", "", "stops announcements until unmute"),
        ("unmute", "", "resumes announcements"),
        ("repeat", "", "repeats the current announcement"),
        ("verbosity", "silent|alerts|all", "selects which announcements are made"),
        ("pause", "", "pauses reading aloud after the current word"),
        ("continue", "", "continues reading aloud"),
        ("stop", "[--now]", "stops reading aloud, after the current word or at once"),
        ("page", "next|previous|NUMBER", "opens another page of a book; pages count from 1"),
    ]

    /// Runs a subcommand: sends its request to the bus.
    static func run(_ name: String, _ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help(name))
            return .success
        }
        do {
            let words = try words(of: name, arguments)
            let request = try request(name, words)
            let client = try OperatorOptions.client(words)
            try client.ask(request)
            let asked = ([name] + words.words + (words.has("--now") ? ["--now"] : [])).joined(separator: " ")
            Terminal.line("sent to the controls of session \(client.session.name): \(asked)")
            return .success
        } catch {
            return .reporting(error)
        }
    }

    /// Parses the arguments of a subcommand.
    static func words(of name: String, _ arguments: [String]) throws(CommandArguments.Problem) -> CommandArguments {
        try CommandArguments(
            arguments, options: OperatorOptions.options, flags: name == "stop" ? ["--now"] : [],
            acceptsNumbers: name == "page")
    }

    /// Returns the request of a subcommand, as a function of the session.
    static func request(_ name: String, _ words: CommandArguments) throws(CommandArguments.Problem) -> (Session) ->
        Request
    {
        let takesNoArgument = !["verbosity", "page"].contains(name)
        guard words.words.count == (takesNoArgument ? 0 : 1) else {
            throw .init(
                text: takesNoArgument ? "\(name) takes no argument" : "\(name) takes one argument: \(forms(name))")
        }
        let word = words.words.first ?? ""
        switch name {
        case "mute": return { .mute($0, true) }
        case "unmute": return { .mute($0, false) }
        case "repeat": return { .repeatAnnouncement($0) }
        case "verbosity":
            let verbosity = try verbosity(word)
            return { .verbosity($0, verbosity) }
        case "pause": return { .playback($0, .pause) }
        case "continue": return { .playback($0, .continue) }
        case "stop":
            let playback = words.has("--now") ? Playback.stopNow : .stopAtWord
            return { .playback($0, playback) }
        default:
            let turn = try page(word)
            return { .turnPage($0, turn) }
        }
    }

    private static func verbosity(_ word: String) throws(CommandArguments.Problem) -> Verbosity {
        switch word {
        case "silent": return .silent
        case "alerts": return .alerts
        case "all": return .all
        default: throw .init(text: "verbosity \(word): use silent, alerts or all")
        }
    }

    private static func page(_ word: String) throws(CommandArguments.Problem) -> PageTurn {
        switch word {
        case "next": return .next
        case "previous": return .previous
        default:
            guard let number = Int32(word), number > 0 else {
                throw .init(text: "page \(word): use next, previous, or the number of a page from 1")
            }
            return .to(Int(number))
        }
    }

    /// The possible arguments of a subcommand; empty if it takes none.
    private static func forms(_ name: String) -> String { usages.first { $0.name == name }?.words ?? "" }

    private static func help(_ name: String) -> String {
        let summary = usages.first { $0.name == name }?.summary ?? ""
        let words = forms(name)
        return """
            navbus-speech \(name): \(summary).

            Usage: navbus-speech \(name)\(words.isEmpty ? "" : " \(words)") [--session NAME] [--endpoint ENDPOINT]

            \(OperatorOptions.help)

            Exit codes: 0 the bus has informed the controls, 64 wrong usage, 69 no bus answers, 70 it is not
            known whether the bus has informed them, 76 the bus refused.
            """
    }
}
