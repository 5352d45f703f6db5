import Glibc
import NavigationControl
import NavigationEvents
import Platform

/// The subcommand `navbus-speech say`, which speaks a text.
enum SayCommand {
    /// Runs the subcommand.
    static func run(_ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(SayArguments.help)
            return .success
        }
        do {
            let asked = try SayArguments(arguments, input: standardInput)
            return asked.isHere ? sayHere(asked) : ask(asked)
        } catch {
            return .reporting(error)
        }
    }

    private static func ask(_ asked: SayArguments) -> ExitStatus {
        do throws(OperatorClientError) {
            let client = try OperatorOptions.client(asked.words)
            if asked.waits {
                try client.say(asked.text) { complain($0) }
                Terminal.line("spoken: \(asked.excerpt)")
            } else {
                try client.ask { .say($0, asked.text) }
                Terminal.line("sent to the controls of session \(client.session.name): say \(asked.excerpt)")
            }
            return .success
        } catch {
            guard case .noBus = error else { return .reporting(error) }
            complain("failed to \(error); this command speaks the text itself")
            return sayHere(asked)
        }
    }

    /// Speaks the text in this process.
    private static func sayHere(_ asked: SayArguments) -> ExitStatus {
        let code = LocalSpeech.say(asked.text, into: asked.file)
        if code == .success { Terminal.line("spoken\(asked.file.map { " into \($0)" } ?? ""): \(asked.excerpt)") }
        return code
    }

    /// Reads the standard input without the newline at its end, and stops when it exceeds the maximum length.
    private static func standardInput() -> String {
        var bytes: [UInt8] = []
        while bytes.count <= SpokenText.maxBytes {
            let room = SpokenText.maxBytes + 1 - bytes.count
            let piece = [UInt8](unsafeUninitializedCapacity: room) {
                $1 = max(read(STDIN_FILENO, $0.baseAddress, room), 0)
            }
            if piece.isEmpty { break }
            bytes += piece
        }
        var text = String(decoding: bytes, as: UTF8.self)
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
}
