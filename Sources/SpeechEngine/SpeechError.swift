/// An error of speech output. The description completes "failed to …".
package enum SpeechError: Error, Hashable {
    /// The speech engine does not start, usually because its data files are missing.
    case engine(code: Int32)
    /// The engine is in use; it serves one voice of a process at a time.
    case engineBusy
    /// The engine has no voice with this name or language tag.
    case noVoice(tag: String)
    /// The engine refused a sentence.
    case synthesis(text: String, code: Int32)
    /// The SSML of a text is invalid.
    case markup(SSMLError)
    /// The sound file cannot be written; `reason` is the message of the system.
    case file(path: String, reason: String)
    /// The sound file has reached the maximum size of its format.
    case fileFull(path: String)
    /// The sound server cannot be reached or has ended; `reason` is its message.
    case soundServer(reason: String)
    /// speech-dispatcher cannot be reached or has ended; `reason` is its message.
    case dispatcher(reason: String)
    /// speech-dispatcher replaced a sentence with the speech of another program.
    case displaced
    /// The standard output cannot take sound.
    case standardOutput(reason: String)
    /// The recorded voice cannot be played.
    case clips(ClipError)
    /// The system refused a thread or a descriptor.
    case system(what: String, reason: String)
}

extension SpeechError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .engine(let code):
            "start espeak-ng (\(code)): its data files are not found; install the package espeak-ng-data"
        case .engineBusy:
            "start espeak-ng: it already speaks for another voice of this process; stop that one first"
        case .noVoice(let tag):
            "find a voice for \"\(tag)\": espeak-ng has none; `espeak-ng --voices` lists them, name one in the setting \"voice\""
        case .synthesis(let text, let code):
            "speak \"\(text)\": espeak-ng refused it (\(code))"
        case .markup(let error):
            "\(error)"
        case .file(let path, let reason):
            "write the sound file \(path): \(reason); name a place that can be written in the setting \"file\""
        case .fileFull(let path):
            "write the sound file \(path): it has reached 4 GiB, the maximum of a WAV file; name another one"
        case .soundServer(let reason):
            "reach the sound server: \(reason); start PulseAudio or PipeWire, or choose the output \"wav\" or \"none\""
        case .dispatcher(let reason):
            "reach speech-dispatcher: \(reason); start it, or choose the engine \"espeak-ng\""
        case .displaced:
            "complete the sentence: speech-dispatcher replaced it with the speech of another program"
        case .standardOutput(let reason):
            "write the sound to the standard output: \(reason); redirect it to a player or a file, as in "
                + "`navbus-speech | aplay -r 22050 -f S16_LE`, or choose another output"
        case .clips(let error):
            "\(error)"
        case .system(let what, let reason):
            "open \(what): \(reason)"
        }
    }
}

extension SpeechError {
    /// The description for a subcommand, which has options instead of settings.
    package var textForOptions: String {
        switch self {
        case .noVoice(let tag):
            "find a voice for \"\(tag)\": espeak-ng has none; `navbus speech voices` lists them, name one with --voice"
        case .file(let path, let reason):
            "write the sound file \(path): \(reason); name a place that can be written with --to"
        case .soundServer(let reason):
            "reach the sound server: \(reason); start PulseAudio or PipeWire, or let --to FILE make a sound file"
        default: description
        }
    }

    /// Whether the output cannot be written.
    package var isAboutOutput: Bool {
        switch self {
        case .file, .fileFull, .standardOutput: true
        default: false
        }
    }

    /// Whether a sound service has ended, which may come back.
    var isAboutSound: Bool {
        switch self {
        case .soundServer, .dispatcher: true
        default: false
        }
    }
}
