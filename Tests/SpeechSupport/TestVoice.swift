import NavigationEvents
package import SpeechEngine
package import TestSupport

/// A voice of espeak-ng that speaks into a sound file.
package enum TestVoice {
    /// Speaks announcements with these texts into a file, and returns the file.
    package static func speak(
        _ sentences: [String], in folder: TemporaryFolder, name: String = "speech.wav", voice: String = "en"
    ) throws -> SoundFile {
        try speak(
            sentences.enumerated().map { Utterance.make($1, identity: UInt64($0)) }, in: folder, name: name,
            voice: voice)
    }

    /// Speaks utterances into a file, and returns the file.
    ///
    /// - Throws: ``ToolError`` if not all utterances were spoken, or if there is another number of complaints.
    package static func speak(
        _ utterances: [Utterance], in folder: TemporaryFolder, name: String = "speech.wav", voice: String = "en",
        log: OutputLog = OutputLog(), reportsWords: Bool = false, complaints: Int = 0
    ) throws -> SoundFile {
        let path = "\(folder.path)/\(name)"
        let mailbox = try VoiceMailbox(isPaced: false)
        var dependencies = log.dependencies
        dependencies.reportsWords = reportsWords
        let given = dependencies
        let thread = try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
            try Voice(
                mailbox: mailbox, synthesizer: EspeakSynthesizer(voice: voice), sink: WAVSink(path: path),
                dependencies: given)
        }
        _ = mailbox.change { queue in utterances.flatMap { queue.add($0, at: .noon) } }
        thread.stop()
        guard log.notes.complaints.count == complaints, log.texts(.ended) == utterances.map(\.text) else {
            throw ToolError(description: "the voice said \(log.texts(.ended)) and complained: \(log.notes.complaints)")
        }
        return try SoundFile(checked: path)
    }
}
