import Foundation
import TestSupport
import Testing

/// The completion of command lines: words that only a running navbus knows, in the shells.
@Suite struct CompletionTests {
    private static let cases: [(typed: [String], words: [String])] = [
        (["spe"], ["speech"]), (["speech", "mu"], ["mute"]), (["help", "hap"], ["haptics"]),
        (["help", "speech", "ver"], ["verbosity"]), (["controls", "wat"], ["watch"]),
        (["run", "--config", "first"], ["first-drive"]), (["run", "--set", "speech.out"], ["speech.output="]),
        (["run", "--set", "source.start"], ["source.startTime="]), (["status", "x"], []),
        (["run", "--config", "x"], []),
    ]

    @Test(arguments: cases) func `words complete the last of the typed ones`(typed: [String], words: [String]) throws {
        let outcome = try BuiltProgram.navbus.run(["---words"] + typed)
        #expect(outcome.lines == words)
        #expect(outcome.exitCode == (typed.first == "speech" ? 1 : 0))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `each shell completes commands, controls, their commands, profiles and settings`(shell: String) throws {
        let script = try BuiltProgram.navbus.run(["--generate-completion-script", shell]).output
        let folder = try TemporaryFolder()
        let file = try folder.write(script, to: shell == "zsh" ? "_navbus" : "completion")
        for line in [
            ["spe"], ["speech", "mu"], ["run", "--config", "first"], ["run", "--set", "speech.out"], ["sta"],
        ] {
            let found = try complete(line, in: shell, file)
            let words = line == ["sta"] ? ["start", "status"] : Self.cases.first { $0.typed == line }?.words
            #expect(found == words, "\(shell) \(line)")
        }
    }

    /// The completions of a command line in a shell, sorted.
    private func complete(_ words: [String], in shell: String, _ file: String) throws -> [String] {
        let line = "navbus " + words.joined(separator: " ")
        let command =
            switch shell {
            case "bash":
                """
                source '\(file)'; COMP_WORDS=(\(line)) COMP_CWORD=\(words.count)
                COMP_LINE='\(line)' COMP_POINT=\(line.count) COMPREPLY=()
                _navbus_and_controls navbus '\(words.last ?? "")' '\((["navbus"] + words).dropLast().last ?? "")'
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            case "fish": "fish -N -c \"source '\(file)'; complete -C '\(line)'\""
            default:
                // Outside of the line editor, functions that print stand for the completion of zsh.
                """
                zsh -f -c 'compdef() { :; }; source "$1"; shift
                    _navbus_of_parser() { [[ $words[2] != sta ]] || print -l start status; }
                    compadd() { while [[ $1 != -- ]]; do shift; done; shift; (( $# )) && print -l -- "$@"; }
                    words=(navbus "$@"); CURRENT=$(( $# + 1 )); _navbus' zsh '\(file)' \(words.joined(separator: " "))
                """
            }
        let programs = BuiltProgram.navbus.url.deletingLastPathComponent().path
        let outcome = try BuiltProgram(url: URL(filePath: "/bin/bash")).run(
            ["-c", "export PATH='\(programs)':\"$PATH\" HOME=$(mktemp -d); \(command)"])
        return outcome.lines.map { String($0.prefix { $0 != "\t" }) }.sorted()
    }
}
