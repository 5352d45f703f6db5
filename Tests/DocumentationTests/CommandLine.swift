import Foundation
import TestSupport

/// A command line in a document that is not run, whose options are checked against the help text.
struct CommandLine {
    let words: [String]

    /// The command lines of a block, split at pipes, without comments.
    static func all(in block: String) -> [CommandLine] {
        block.replacing("\\\n", with: " ").split(separator: "\n").flatMap { line -> [CommandLine] in
            let code = line.hasPrefix("#") ? "" : line.components(separatedBy: " #")[0]
            return code.split(whereSeparator: { "|&;".contains($0) }).map { part in
                var words = part.split(separator: " ").map(String.init)
                while let first = words.first, first == "sudo" || first.firstMatch(of: /^[A-Z_]+=/) != nil {
                    words.removeFirst()
                }
                return CommandLine(words: words)
            }
        }
        .filter { !$0.words.isEmpty }
    }

    /// The options that the help text lacks; none for programs other than those of navbus.
    func complaints() throws -> [String] {
        guard let program = words.first, program == "navbus" || program.hasPrefix("navbus-") else { return [] }
        // The words up to the first option or argument; their help text names the options.
        let verbs = words.dropFirst().prefix { $0.firstMatch(of: /^[a-z][a-z-]*$/) != nil }
        var help: BuiltProgram.Outcome?
        var count = verbs.count
        while count >= 0 {
            let outcome = try BuiltProgram(program).run(Array(verbs.prefix(count)) + ["--help"])
            if outcome.exitCode == 0 {
                help = outcome
                break
            }
            count -= 1
        }
        guard let help else { return ["\(program) has no help"] }
        let text = help.output + help.errors
        return words.filter { $0.hasPrefix("--") }.map { $0.components(separatedBy: "=")[0] }
            .filter { !text.contains($0) }
            .map { "\(words.joined(separator: " ")): unknown option \($0)" }
    }
}
