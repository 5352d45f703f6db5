import NavigationControl
import NavigationEvents

/// `navbus-speech say`: words that a person wants to hear.
enum SayCommand {
    /// Lets them be said.
    static func run(_ arguments: [String]) -> CommandEnding {
        if arguments.contains(where: ["--help", "-h"].contains) {
            print(SayArguments.help)
            return .done
        }
        do {
            let asked = try SayArguments(arguments, input: standardInput)
            return asked.isHere ? OwnVoice.say(asked.text, into: asked.file) : ask(asked)
        } catch {
            return BusWords.ending(error)
        }
    }

    private static func ask(_ asked: SayArguments) -> CommandEnding {
        do throws(PersonDeskError) {
            let desk = try BusWords.desk(asked.words)
            if asked.waits {
                try desk.say(asked.text)
            } else {
                try desk.ask { .say($0, asked.text) }
            }
            return .done
        } catch {
            guard case .noBus = error else { return BusWords.ending(error) }
            complain("no bus answers, so it is said here")
            return OwnVoice.say(asked.text, into: nil)
        }
    }

    /// All of the standard input, without what ends its last line.
    private static func standardInput() -> String {
        var text = ""
        while let line = readLine(strippingNewline: false), text.utf8.count <= SpokenText.largestBytes { text += line }
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
}
