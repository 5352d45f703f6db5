import ArgumentParser
import CommandOutput
import Glibc
import NavigationControl
import NavigationEvents
import Platform
import Supervisor

/// Runs the executable of a control, or a tool of its manifest, for its own commands, such as `navbus speech say HELLO`.
struct ControlProgram {
    let catalog: ControlCatalog

    /// Replaces this process by an executable of the control that the first argument names. The second argument, the
    /// command, selects the executable.
    ///
    /// Returns only if the first argument is missing, an option, or a command of navbus itself.
    static func runIfNamed(_ arguments: [String]) throws(ControlProgramFailure) {
        guard let word = arguments.first, !word.hasPrefix("-"), !commands.contains(word) else { return }
        let program = ControlProgram(catalog: .discover())
        guard let entry = program.catalog.entry(forCommand: word) else { throw program.unknown(word) }
        try run(entry, Array(arguments.dropFirst()))
    }

    /// Prints the help of a control, or of one of its commands, if the arguments are `help CONTROL` or
    /// `help CONTROL COMMAND`.
    ///
    /// - Returns: `false` if they are the name of a command of navbus, or something else.
    static func helpIfNamed(_ arguments: [String]) throws(ControlProgramFailure) -> Bool {
        guard arguments.first == "help", arguments.count > 1, !arguments[1].hasPrefix("-"),
            !commands.contains(arguments[1])
        else { return false }
        let program = ControlProgram(catalog: .discover())
        guard let entry = program.catalog.entry(forCommand: arguments[1]) else { throw program.unknown(arguments[1]) }
        if arguments.count > 2 { try run(entry, [arguments[2], "--help"]) }
        for line in ControlHelp(entry.manifest).lines { Output.line(line) }
        return true
    }

    /// Replaces this process by an executable of a control; the first argument, the command, selects it.
    private static func run(
        _ entry: ControlCatalog.Entry, _ arguments: [String]
    ) throws(ControlProgramFailure) -> Never {
        let path: String
        do throws(ControlCatalog.Obstacle) {
            path = try entry.program(for: arguments.first)
        } catch {
            throw .missing(control: entry.manifest.id, reason: "\(error)")
        }
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        // Signals are blocked on this thread, and the new program would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        execv(path, &words)
        throw .notStarted(path: path, reason: String(cString: strerror(errno)))
    }

    /// The names of the commands of navbus itself.
    static let commands: [String] =
        Navbus.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]

    /// The error for an unknown word, with similar names.
    func unknown(_ word: String) -> ControlProgramFailure {
        let controls = catalog.entries.map(\.manifest.id)
        let names = (Self.commands + controls).map { (name: $0, shown: $0) }
        // The name of the control may have been left out.
        let ofControls = catalog.entries.map(\.manifest).flatMap { manifest in
            manifest.commands.keys.sorted().map { (name: $0, shown: "navbus \(manifest.id) \($0)") }
        }
        let suggestions = (names + ofControls).map { (Self.distance($0.name, word), $0.shown) }
            .filter { $0.0 <= 1 + word.count / 4 }
        let nearest = suggestions.map(\.0).min()
        return .unknown(
            word: word, suggestions: suggestions.filter { $0.0 == nearest }.map(\.1),
            controls: controls,
            problems: catalog.problems.map { "\($0)" })
    }

    /// The edit distance (Levenshtein) of two words.
    static func distance(_ left: String, _ right: String) -> Int {
        var row = Array(0...right.count)
        for (line, letter) in left.enumerated() {
            var (diagonal, next) = (row[0], [line + 1])
            for (column, other) in right.enumerated() {
                next.append(min(diagonal + (letter == other ? 0 : 1), row[column + 1] + 1, next[column] + 1))
                diagonal = row[column + 1]
            }
            row = next
        }
        return row[right.count]
    }
}

/// The executable of a control could not be run. The description is complete, for people.
enum ControlProgramFailure: Error, CustomStringConvertible {
    /// There is neither a command nor a control of this name.
    case unknown(word: String, suggestions: [String], controls: [String], problems: [String])
    /// The control is installed without its executable.
    case missing(control: String, reason: String)
    /// The system could not start the executable.
    case notStarted(path: String, reason: String)

    var description: String {
        switch self {
        case .unknown(let word, let suggestions, let controls, let problems):
            ([
                "there is neither a command nor a control '\(word.printable)'"
                    + (suggestions.isEmpty ? "" : "; did you mean \(suggestions.joined(separator: " or "))?")
            ]
                + ["controls: \(controls.isEmpty ? "none" : controls.joined(separator: ", "))"]
                + problems.map(\.printable)).joined(separator: "\n")
        case .missing(let control, let reason): "failed to run the control \(control): \(reason)".printable
        case .notStarted(let path, let reason): "failed to run \(path): \(reason)".printable
        }
    }
}
