import Announcements
import NavigationControl
import SpeechEngine

/// The command line of `navbus-speech read`.
struct ReadArguments {
    static let help = """
        navbus-speech read: reads a narrated book aloud, without a bus.

        Usage: navbus-speech read BOOK.plist [options]

        BOOK.plist is a property list with bookPages, XML or binary. The book is read to its end. When the file
        changes, the new version is read from there on. Invalid pages are listed and skipped.

          --page NUMBER        only this page, counted from 1
          --to FILE            into a WAV file instead of the sound server
          --language TAG       of utterances without a voice (default: en)
          --voice NAME         of utterances without a voice; default: the one of the language
          --list               does not speak: lists the pages and their problems

        Exit codes: 0 done, 64 wrong usage, 66 the book, or the page, cannot be read, 69 there is no such voice, or no
        sound server, 74 the sound cannot be written.
        """

    var book: BookFile
    var page: Int?
    /// The sound file; `nil` for the sound server.
    var output: String?
    var language = "en"
    var voice = ""
    var isList: Bool

    init(_ arguments: [String]) throws(CommandArguments.Problem) {
        let words = try CommandArguments(
            arguments, options: ["--page", "--to", "--language", "--voice"], flags: ["--list"])
        guard let path = words.words.first, words.words.count == 1, !path.isEmpty else {
            throw .init(text: "name one book")
        }
        book = BookFile(path: path)
        if let text = words.text("--page") {
            guard let number = Int(text), number > 0 else {
                throw .init(text: "--page \(text): use the number of a page, from 1")
            }
            page = number
        }
        if let path = words.text("--to") {
            guard !path.isEmpty else { throw .init(text: "--to wants the name of a sound file") }
            output = path
        }
        language = words.text("--language") ?? language
        guard LanguageFolder.isTag(language) else {
            throw .init(text: "--language \(language): use a language tag, such as en or de-AT")
        }
        voice = words.text("--voice") ?? voice
        isList = words.has("--list")
    }
}
