import NavigationControl
import NavigationEvents
import Platform

/// What a person asks of the speech control that runs, in a word or two: `navbus-speech mute` and others.
enum AskCommand {
    /// The subcommands, with what may stand behind them.
    static let usages: [(name: String, words: String, summary: String)] = [
        ("mute", "", "says no announcement any more, until unmute"),
        ("unmute", "", "says announcements again"),
        ("repeat", "", "says again what matters now"),
        ("verbosity", "silent|alerts|all", "how much is announced"),
        ("pause", "", "interrupts what is being read aloud, after the present word"),
        ("continue", "", "goes on with it"),
        ("stop", "[--now]", "ends it, after the present word or at once"),
        ("page", "next|previous|NUMBER", "goes to another page of a book; pages count from 1"),
    ]

    /// Asks the bus for it.
    static func run(_ name: String, _ arguments: [String]) -> CommandEnding {
        if CommandWords.wantHelp(arguments) {
            Terminal.lines(help(name))
            return .done
        }
        do {
            let words = try words(of: name, arguments)
            let request = try request(name, words)
            try BusWords.desk(words).ask(request)
            return .done
        } catch {
            return BusWords.ending(error)
        }
    }

    /// What stands behind a subcommand.
    static func words(of name: String, _ arguments: [String]) throws(CommandWords.Problem) -> CommandWords {
        try CommandWords(
            arguments, options: BusWords.options, flags: name == "stop" ? ["--now"] : [], takesNumbers: name == "page")
    }

    /// What is asked for; the session is to be filled in.
    static func request(_ name: String, _ words: CommandWords) throws(CommandWords.Problem) -> (Session) -> Request {
        let isAlone = !["verbosity", "page"].contains(name)
        guard words.words.count == (isAlone ? 0 : 1) else { throw .init(text: usage(name)) }
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

    private static func verbosity(_ word: String) throws(CommandWords.Problem) -> Verbosity {
        switch word {
        case "silent": return .silent
        case "alerts": return .alerts
        case "all": return .all
        default: throw .init(text: "verbosity \(word): use silent, alerts or all")
        }
    }

    private static func page(_ word: String) throws(CommandWords.Problem) -> PageTurn {
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

    private static func usage(_ name: String) -> String {
        let words = usages.first { $0.name == name }?.words ?? ""
        return "usage: navbus-speech \(name)\(words.isEmpty ? "" : " \(words)") [--session NAME] [--endpoint ENDPOINT]"
    }

    private static func help(_ name: String) -> String {
        let summary = usages.first { $0.name == name }?.summary ?? ""
        return """
            navbus-speech \(name): \(summary).

            \(usage(name).replacing("usage:", with: "Usage:"))

            \(BusWords.help)

            Exit codes: 0 the bus has told the controls, 64 wrong usage, 69 no bus answers, 70 it is not known
            whether the bus has told them, 76 the bus refused.
            """
    }
}
