import Foundation
import NavigationControl
import NavigationEvents
import SpeechTestSupport
import TestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

extension RealVoice {
    /// The automatic choice of engine and output.
    @Suite struct OutputChoiceTests {
        private func say(_ settings: [String: SettingValue], _ change: (inout VoiceMaker) -> Void) throws -> OutputLog {
            let log = OutputLog()
            var maker = VoiceMaker(settings: try SpeechSettings(Settings(settings)), reporter: log.reporter)
            maker.complain = { log.complain($0) }
            change(&maker)
            let (mailbox, made) = (try VoiceMailbox(isPaced: false), maker)
            let dependencies = log.dependencies
            let thread = try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
                try made.makeVoice(mailbox: mailbox, dependencies: dependencies)
            }
            _ = mailbox.change { $0.add(.spoken("turn left"), at: .noon) }
            #expect(log.sees { $0.reports.last?.kind == .ended })
            thread.stop()
            return log
        }

        @Test func `the automatic output is the sound server if there is one`() throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder)
            let file = folder.path + "/none.wav"
            let log = try say(["file": .text(file)]) { $0.soundServer = server.address }
            #expect(log.texts(.note) == ["speaks through the sound server"])
            #expect(!FileManager.default.fileExists(atPath: file))
        }

        @Test func `the automatic output is the sound file without a sound server`() throws {
            let folder = try TemporaryFolder()
            let file = folder.path + "/speech.wav"
            let log = try say(["file": .text(file)]) { $0.soundServer = SoundServer.address(in: folder) }
            #expect(log.texts(.note) == ["there is no sound server, so speech goes into the file \(file)"])
            #expect(try SoundFile(checked: file).audibleSeconds > 0.3)
        }

        @Test func `speech-dispatcher is used without espeak-ng`() throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder)
            let service = try SpeechService(in: folder, sound: server)
            let log = try say(["output": .text("sound")]) { maker in
                maker.dispatcher = service.address
                maker.startEngine = { (_: String) throws(SpeechError) in throw .engine(code: -1) }
            }
            #expect(log.texts(.note).first?.contains("speech-dispatcher is used instead") == true)
            #expect(log.notes.reports.map(\.kind) == [.note, .began, .ended])
        }

        @Test func `a language without an engine is played from its clips`() throws {
            let folder = try TemporaryFolder()
            let clip = WAVSink.header(soundBytes: 4, sampleRate: 22_050) + [1, 2, 3, 4]
            try ClipBytes.write(clip, to: folder.path + "/now.wav")
            let log = OutputLog()
            let maker = VoiceMaker(
                settings: try SpeechSettings(
                    Settings([
                        "engine": .text("samples"), "samples": .text(folder.path), "language": .text("tlh"),
                        "voice": .text("tlh"), "output": .text("wav"), "file": .text(folder.path + "/out.wav"),
                    ])), reporter: log.reporter, complain: { log.complain($0) })
            let mailbox = try VoiceMailbox(isPaced: false)
            let dependencies = log.dependencies
            let thread = try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
                try maker.makeVoice(mailbox: mailbox, dependencies: dependencies)
            }
            _ = mailbox.change { $0.add(Utterance("DaH", kind: .person, clips: ["now"]), at: .noon) }
            _ = mailbox.change { $0.add(.spoken("nuqneH"), at: .noon) }
            thread.stop()
            #expect(log.texts("utterance", .ended) == ["DaH"])
            #expect(log.texts("utterance", .failed).first?.contains("find a voice for \"tlh\"") == true)
            #expect(log.notes.complaints.first?.contains("utterances without clips are not spoken") == true)
        }

        @Test func `an engine with its own output writes no file`() throws {
            #expect(throws: SettingsError.self) {
                try SpeechSettings(Settings(["engine": .text("speech-dispatcher"), "output": .text("wav")]))
            }
        }
    }
}
