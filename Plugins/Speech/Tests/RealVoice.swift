import Announcements
import NavigationControl
import NavigationEvents
import SpeechTestSupport
import TestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

/// The suites that need the real engine. There is one engine in the process, so these suites run one after another.
@Suite(.serialized) struct RealVoice {}

extension RealVoice {
    /// Returns settings for a sound file.
    static func settings(file: String) -> [String: SettingValue] {
        ["file": .text(file), "output": .text("wav"), "languages": .text(Checkout.languages.path)]
    }

    /// Speaks sentences into a file with a control, and returns the file.
    static func speak(
        _ sentences: [String], settings: [String: SettingValue] = [:], in folder: TemporaryFolder,
        name: String = "speech.wav"
    ) throws -> SoundFile {
        try speak(settings: settings, in: folder, name: name) { settings in
            sentences.enumerated().map { index, sentence in
                var utterance = Utterance.make(sentence, identity: UInt64(index))
                utterance.properties = settings.properties
                return utterance
            }
        }
    }

    /// Speaks utterances into a file with a voice, and returns the file.
    static func speak(
        _ utterances: [Utterance], in folder: TemporaryFolder, log: OutputLog = OutputLog(), reportsWords: Bool = false,
        complaints: Int = 0
    ) throws -> SoundFile {
        let settings = ["reportWords": SettingValue.bool(reportsWords)]
        return try speak(settings: settings, in: folder, log: log, complaints: complaints) { _ in utterances }
    }

    private static func speak(
        settings: [String: SettingValue], in folder: TemporaryFolder, name: String = "speech.wav",
        log: OutputLog = OutputLog(), complaints: Int = 0, _ utterances: (SpeechSettings) -> [Utterance]
    ) throws -> SoundFile {
        var values: [String: SettingValue] = ["file": .text("\(folder.path)/\(name)"), "output": .text("wav")]
        values.merge(settings) { $1 }
        let read = try SpeechSettings(Settings(values))
        let mailbox = try VoiceMailbox(isPaced: false)
        var dependencies = log.dependencies
        dependencies.reportsWords = read.reportWords
        let given = dependencies
        let thread = try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
            try VoiceMaker(settings: read, reporter: log.reporter, complain: { log.complain($0) }).makeVoice(
                mailbox: mailbox, dependencies: given)
        }
        let wanted = utterances(read)
        _ = mailbox.change { queue in wanted.flatMap { queue.add($0, at: .noon) } }
        thread.stop()
        #expect(log.notes.complaints.count == complaints)
        #expect(log.texts(.ended) == wanted.map(\.text))
        return try SoundFile(checked: read.file)
    }
}
