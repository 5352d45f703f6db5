import Announcements
import NavigationControl
import NavigationEvents
import Platform
import SpeechEngine
import Synchronization

/// The subcommand `navbus-speech read`, which reads a narrated book aloud without a bus.
enum ReadCommand {
    /// Runs the subcommand.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the subcommand.
    ///   - soundServer: The address of the sound server; `nil` for that of the session.
    static func run(_ arguments: [String], soundServer: String? = nil) -> ExitStatus {
        if arguments.contains(where: ["--help", "-h"].contains) {
            Terminal.lines(ReadArguments.help)
            return .success
        }
        do {
            let asked = try ReadArguments(arguments)
            let version = BookFile.Version(of: asked.book.path)
            let book = try asked.book.read()
            if asked.isList {
                for line in book.listing { Terminal.line(line) }
                return .success
            }
            for line in book.complaints { complain(line) }
            return try read(book, since: version, asked, soundServer)
        } catch let problem as CommandArguments.Problem {
            complain(usage: problem.text)
            return .usage
        } catch let error as BookError {
            complain("failed to \(error)")
            return .noInput
        } catch let error as SpeechError {
            complain("failed to \(error.textForOptions)")
            return error.isAboutOutput ? .outputError : .unavailable
        } catch {
            complain("failed to \(error)")
            return .noInput
        }
    }

    private static func read(
        _ book: Book, since version: BookFile.Version, _ asked: ReadArguments, _ soundServer: String?
    ) throws -> ExitStatus {
        let settings = try SpeechSettings(try asked.settings)
        if asked.output == nil { try checkSoundServer(soundServer) }
        let mailbox = try VoiceMailbox(isPaced: asked.output == nil)
        let (end, failures) = (try WakeUp.ofVoice(), Failures())
        let narrator = Narrator(
            BookPlayer(book, turnsPages: asked.page == nil), mailbox: mailbox, isOnDrive: false,
            dependencies: Narrator.Dependencies(
                note: { action, _ in
                    if let line = action.line { Terminal.line(line) }
                }, end: { end.wake() }))
        try narrator.turn(asked.page.map { .to($0) } ?? .next)
        let dependencies = Voice.Dependencies(
            report: { failures.take($0) }, show: { Terminal.line($0) }, explain: \.textForOptions)
        let maker = VoiceMaker(settings: settings, soundServer: soundServer, complain: complain, inform: complain)
        let thread = try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
            try maker.makeVoice(mailbox: mailbox, dependencies: dependencies)
        }
        defer { thread.stop() }
        let watch = try BookWatch(asked.book, since: version) { outcome in
            switch outcome {
            case .book(let book):
                complain("the book has changed; the new version is read")
                for line in book.complaints { complain(line) }
                narrator.reload(book)
            case .failure(let error): complain("failed to \(error); the previous book continues")
            }
        }
        defer { watch.stop() }
        narrator.begin()
        end.wait()
        return failures.hasFailed ? .outputError : .success
    }

    /// Checks that there is a sound server; without one and without `--to` the command ends at once.
    private static func checkSoundServer(_ server: String?) throws(SpeechError) {
        let sink = PulseSink(server: server)
        defer { sink.close() }
        do throws(SpeechError) {
            try sink.open(sampleRate: 22_050)
        } catch {
            complain("there is no sound output for the book; use `--to FILE` to write a sound file")
            throw error
        }
    }

    /// Prints failures and warnings, and records whether there was a failure.
    private final class Failures: Sendable {
        private let state = Mutex(false)
        var hasFailed: Bool { state.withLock(\.self) }
        func take(_ report: UtteranceReport) {
            guard report.kind == .failed || report.kind == .warning else { return }
            complain(report.text)
            if report.kind == .failed { state.withLock { $0 = true } }
        }
    }
}

extension ReadArguments {
    /// The settings of the speech control for these arguments.
    var settings: Settings {
        get throws {
            var values: [String: SettingValue] = [
                "language": .text(language), "output": .text(output == nil ? "sound" : "wav"),
                "voice": .text(voice.isEmpty ? try LanguageFolder.voice(for: language) : voice),
            ]
            if let output { values["file"] = .text(output) }
            return Settings(values)
        }
    }
}

extension BookPlayer.Action {
    /// The line to print; `nil` for none.
    fileprivate var line: String? {
        switch self {
        case .open(let page):
            "-- page \(page.number)" + (page.backgroundImage.isEmpty ? "" : " (\(page.backgroundImage))")
        case .dropped(let page, let reason): "-- page \(page) is skipped: \(reason)"
        case .abandoned, .finished: nil
        }
    }
}

extension Book {
    /// The maximum number of problems that are listed.
    private static let maxComplaints = 50

    /// The problems of the book, one line each.
    var complaints: [String] {
        let shown = problems.prefix(Self.maxComplaints).map { problem in
            problem.severity == .skipped ? "\(problem); the page is skipped" : "\(problem)"
        }
        let rest = problems.count - shown.count
        return shown + (rest > 0 ? ["and \(rest) more problems"] : [])
    }

    /// The pages and problems of the book, as lines.
    var listing: [String] {
        var lines: [String] = []
        for page in pages {
            let pieces = "\(page.utterances.count) utterance\(page.utterances.count == 1 ? "" : "s")"
            let parts = [page.backgroundImage, pieces, page.place.map { "\($0)" } ?? ""].filter { !$0.isEmpty }
            lines.append("page \(page.number): \(parts.joined(separator: ", "))")
            lines += page.displayText.split(whereSeparator: \.isNewline).map { "    \($0)" }
        }
        return lines + complaints
    }
}
