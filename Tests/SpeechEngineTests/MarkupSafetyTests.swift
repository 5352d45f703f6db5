import Foundation
import NavigationEvents
import SpeechTestSupport
import TestSupport
import Testing

@testable import SpeechEngine

extension RealEngine {
    /// A text has no effect but speech, whatever its content.
    @Suite struct MarkupSafetyTests {
        private static let ssml = UtteranceProperties(isSSML: true)

        /// Creates a folder with a file whose name is a command that would create another file.
        private func trap() throws -> (folder: TemporaryFolder, file: String, prey: String) {
            let folder = try TemporaryFolder()
            let prey = "prey-\(getpid())-\(folder.path.split(separator: "/").last ?? "")"
            let file = "\(folder.path)/$(touch \(prey))"
            try Data("no sound".utf8).write(to: URL(fileURLWithPath: file))
            return (folder, file, prey)
        }

        @Test(arguments: ["<audio src=\"FILE\">two</audio>", "<audio src='FILE'/>", "&lt;audio src=\"FILE\"/&gt;"])
        func `markup plays no file and runs no command`(_ element: String) throws {
            let (folder, file, prey) = try trap()
            let text = "<speak>one \(element.replacing("FILE", with: file)) three</speak>"
            let (log, complaints) = (OutputLog(), element.hasPrefix("<") ? 1 : 0)
            let sound = try TestVoice.speak(
                [.spoken(text, Self.ssml)], in: folder, log: log, complaints: complaints)
            #expect(sound.audibleSeconds > 0.5)
            #expect(!FileManager.default.fileExists(atPath: prey))
            #expect(log.texts(.warning).allSatisfy { $0.contains("<audio>") })
        }

        @Test func `markup opens no pipe and no system file`() throws {
            let folder = try TemporaryFolder()
            let pipe = "\(folder.path)/pipe"
            try #require(mkfifo(pipe, 0o600) == 0)
            for file in [pipe, "/etc/passwd"] {
                let text = "<speak>one <audio src=\"\(file)\">two</audio></speak>"
                let sound = try TestVoice.speak([.spoken(text, Self.ssml)], in: folder, complaints: 1)
                #expect(sound.audibleSeconds > 0.5)
            }
        }

        @Test func `plain text is never markup or a command of the engine`() throws {
            let (folder, file, prey) = try trap()
            let texts = ["<audio src=\"\(file)\"/>", "\u{1}0Uone", "one\u{0} two", "\u{1}450S\u{1}5I three"]
            let log = OutputLog()
            _ = try TestVoice.speak(texts.map { .spoken($0) }, in: folder, log: log, reportsWords: true)
            #expect(!FileManager.default.fileExists(atPath: prey))
            #expect(log.texts(.progressed).contains("two"), "the text after a NUL is spoken")
        }

        @Test(arguments: ["../../../../tmp/x", "/tmp/x", "de\r\nSET", ""])
        func `a path is not a voice`(_ name: String) {
            #expect(!EspeakVoice.isName(name))
        }

        @Test(arguments: [
            "<voice name=\"German\">x</voice>", "<voice xml:lang=\"de\">x</voice>", "<s xml:lang=\"fr\">x</s>",
        ])
        func `the voice set by markup ends with its utterance`(_ markup: String) throws {
            func samples(_ utterances: [Utterance]) throws -> ArraySlice<Int16> {
                try TestVoice.speak(utterances, in: try TemporaryFolder()).samples.suffix(10_000)
            }
            let marked = Utterance.spoken("<speak>\(markup)</speak>", Self.ssml)
            #expect(try samples([marked, .make()]) == samples([.spoken("x"), .make()]))
        }

        @Test func `words in markup are reported with their range in the original text`() throws {
            let log = OutputLog()
            let text =
                "<speak>Größe <audio src=\"x\">zwei</audio> drei <prosody rate=\"+10%\">vier &amp; fünf</prosody> "
                + "<sub alias=\"sechs\">6</sub> sieben</speak>"
            let german = UtteranceProperties(voice: "de", isSSML: true)
            _ = try TestVoice.speak(
                [.spoken(text, german)], in: try TemporaryFolder(), log: log, reportsWords: true, complaints: 1)
            let words = log.texts(.progressed)
            #expect(words.filter { $0 != "&amp;" } == ["Größe", "zwei", "drei", "vier", "fünf", "6", "sieben"])
        }

        @Test func `invalid markup is refused with its position`() throws {
            let folder = try TemporaryFolder()
            let path = "\(folder.path)/x.wav"
            let (mailbox, log) = (try VoiceMailbox(isPaced: false), OutputLog())
            let dependencies = log.dependencies
            let thread = try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
                try Voice(
                    mailbox: mailbox, synthesizer: EspeakSynthesizer(voice: "en"), sink: WAVSink(path: path),
                    dependencies: dependencies)
            }
            _ = mailbox.change {
                $0.add(.spoken("<speak>one</s>", Self.ssml), at: .noon) + $0.add(.spoken("two"), at: .noon)
            }
            thread.stop()
            #expect(log.texts(.failed).first?.contains("read the SSML at 1:13: mismatched tag") == true)
            #expect(log.texts(.ended) == ["two"])
        }
    }
}
