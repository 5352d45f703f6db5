/// Why nothing can be heard. The text completes "failed to …".
enum SpeechError: Error, Hashable {
    /// The speech engine does not start; its data files are missing, as a rule.
    case engine(code: Int32)
    /// The engine is in use: it can serve one voice of a process at a time.
    case engineBusy
    /// The engine has no voice of this name or language tag.
    case noVoice(tag: String)
    /// The engine refused a sentence.
    case synthesis(text: String, code: Int32)
    /// The markup of a text is broken.
    case markup(SSMLError)
    /// The sound file cannot be written; `reason` is the system's.
    case file(path: String, reason: String)
    /// The sound file has reached the largest size of its format.
    case fileFull(path: String)
    /// The sound server cannot be reached, or ended; `reason` is its own.
    case soundServer(reason: String)
    /// There is no speech-dispatcher, or it ended; `reason` is its own.
    case dispatcher(reason: String)
    /// Another program's speech took the place of a sentence, at speech-dispatcher.
    case displaced
    /// The standard output is not there for sound.
    case standardOutput(reason: String)
    /// The recorded voice cannot be played.
    case clips(ClipError)
    /// The system refuses a thread or a descriptor.
    case system(what: String, reason: String)
}

extension SpeechError: CustomStringConvertible {
    var description: String {
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
            "write the sound file \(path): it has reached 4 GiB, the most a WAV file holds; name another one"
        case .soundServer(let reason):
            "reach the sound server: \(reason); start PulseAudio or PipeWire, or choose the output \"wav\" or \"none\""
        case .dispatcher(let reason):
            "reach speech-dispatcher: \(reason); start it, or choose the engine \"espeak-ng\""
        case .displaced:
            "say it to its end: the speech of another program took its place at speech-dispatcher"
        case .standardOutput(let reason):
            "write the sound to the standard output: \(reason); lead it to a player or a file, as in "
                + "`navbus-speech | aplay -r 22050 -f S16_LE`, or choose another output"
        case .clips(let error):
            "\(error)"
        case .system(let what, let reason):
            "open \(what): \(reason)"
        }
    }
}

extension SpeechError {
    /// The same for a command, which has options where the control has settings.
    var textForOptions: String {
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

    /// Whether the sound cannot be written where it is to go.
    var isAboutOutput: Bool {
        switch self {
        case .file, .fileFull, .standardOutput: true
        default: false
        }
    }

    /// Whether what plays the sound has gone, and may come back.
    var isAboutSound: Bool {
        switch self {
        case .soundServer, .dispatcher: true
        default: false
        }
    }
}
