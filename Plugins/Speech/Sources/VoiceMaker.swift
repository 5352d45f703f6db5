import Glibc
import NavigationControl
import NavigationEvents
import SpeechEngine

/// Chooses an available engine and output, and creates a voice from them.
struct VoiceMaker: Sendable {
    let settings: SpeechSettings
    /// Starts the embedded engine.
    var startEngine: @Sendable (_ voice: String) throws(SpeechError) -> any SpeechSynthesizer = {
        (voice: String) throws(SpeechError) in try EspeakSynthesizer(voice: voice)
    }
    /// The address of the sound server; `nil` for that of the session.
    var soundServer: String?
    /// The address of speech-dispatcher; `nil` for that of the session.
    var dispatcher = getenv("SPEECHD_ADDRESS").map { String(cString: $0) }
    /// Reports the choice of engine and output, and problems of the folder of kept utterances.
    var reporter = Reporter.silent
    /// Knows whether an earlier process of the run has begun the sound file.
    var memory = ControlMemory()
    /// Prints problems that do not prevent speech.
    var complain: @Sendable (String) -> Void = { _ in }
    /// Prints the choice of engine and output.
    var inform: @Sendable (String) -> Void = { _ in }

    /// The chosen engine and output.
    private struct Parts {
        var synthesizer: any SpeechSynthesizer
        var sink: any AudioSink
        /// The choice to report; `nil` if the settings left no choice.
        var choice: String?
        /// Problems that do not prevent speech.
        var problems: [String] = []
        /// Whether the engine delivers its sound.
        var deliversSound = true
    }

    /// Opens engine and output. Call on the thread of the voice.
    func makeVoice(mailbox: VoiceMailbox, dependencies: Voice.Dependencies) throws(SpeechError) -> Voice {
        let parts = try makeParts(isContinued: memory.isRecovered)
        for problem in parts.problems { complain("failed to \(problem)") }
        mailbox.setPaced(parts.sink.isPaced)
        let folder = spokenFolder(parts)
        if let choice = parts.choice {
            inform(choice)
            reporter(.note, text: choice)
        }
        return try Voice(
            mailbox: mailbox, synthesizer: parts.synthesizer, sink: parts.sink, dependencies: dependencies,
            keeping: folder.map { keeping(in: $0) })
    }

    /// Opens the folder for the sound of utterances. A problem causes a warning and does not prevent speech.
    private func spokenFolder(_ parts: Parts) -> UtteranceFolder? {
        guard !settings.keep.isEmpty else { return nil }
        let folder = UtteranceFolder(path: settings.keep)
        var problem = folder.open()
        if !parts.deliversSound {
            problem = "failed to keep utterances in \(settings.keep): the engine does not deliver its sound"
        }
        if let problem { reporter(.warning, text: problem) }
        return parts.deliversSound ? folder : nil
    }

    private func keeping(in folder: UtteranceFolder) -> Voice.Keeping {
        { sound, number, sampleRate in
            guard let problem = folder.keep(sound, of: number, sampleRate: sampleRate) else { return }
            reporter(.warning, text: problem)
        }
    }

    private func makeParts(isContinued: Bool) throws(SpeechError) -> Parts {
        if settings.output == .none, settings.keep.isEmpty { return silentParts }
        if settings.engine == .speechDispatcher { return dispatcherParts() }
        let voice = settings.voice.isEmpty ? settings.language : settings.voice
        let synthesizer: any SpeechSynthesizer
        var problems: [String] = []
        do throws(SpeechError) {
            synthesizer = try startEngine(voice)
        } catch  where settings.usesSamples {
            // Clips may exist for languages without an engine.
            synthesizer = MissingSynthesizer(reason: error)
            problems.append("\(error); utterances without clips are not spoken")
        } catch {
            if settings.output == .none {
                var parts = silentParts
                parts.problems = ["\(error)"]
                return parts
            }
            guard case .engine = error, settings.engine == .auto,
                settings.output == .auto || settings.output == .sound
            else { throw error }
            var parts = dispatcherParts()
            parts.choice = "failed to \(error); speech-dispatcher is used instead"
            return parts
        }
        do throws(SpeechError) {
            let clips = settings.usesSamples ? try makeClips() : nil
            let voice = clips.map { ClipSynthesizer(folder: $0, other: synthesizer) } ?? synthesizer
            let (sink, choice) = try makeSink(isContinued: isContinued, sampleRate: voice.sampleRate)
            return Parts(
                synthesizer: voice, sink: sink, choice: choice,
                problems: problems + (clips?.problems.map { "\($0)" } ?? []))
        } catch {
            synthesizer.close()
            throw error
        }
    }

    private var silentParts: Parts {
        Parts(synthesizer: SilentSynthesizer(), sink: SilentSink(), deliversSound: false)
    }

    /// Loads the recorded voice.
    private func makeClips() throws(SpeechError) -> ClipFolder {
        do throws(ClipError) {
            return try ClipFolder(path: settings.samples)
        } catch {
            throw .clips(error)
        }
    }

    private func dispatcherParts() -> Parts {
        let service = SpeechDispatcher(
            language: settings.voice.isEmpty ? settings.language : settings.voice, address: dispatcher)
        return Parts(synthesizer: service, sink: service, deliversSound: false)
    }

    /// Opens the output of the settings.
    ///
    /// - Parameters:
    ///   - isContinued: Whether an earlier process of the run has begun the sound file.
    ///   - sampleRate: The sample rate of the engine.
    /// - Returns: The output, and the choice to report if the settings leave it open.
    private func makeSink(
        isContinued: Bool, sampleRate: Int
    ) throws(SpeechError) -> (sink: any AudioSink, choice: String?) {
        switch settings.output {
        case .none: return (SilentSink(), nil)
        case .wav: return (WAVSink(path: settings.file, isContinued: isContinued), nil)
        case .stdout: return (PCMSink(), nil)
        case .sound: return (PulseSink(server: soundServer, role: settings.role), nil)
        case .auto:
            // Only a running server counts.
            let sink = PulseSink(server: soundServer, role: settings.role, mayStart: false)
            do throws(SpeechError) {
                try sink.open(sampleRate: sampleRate)
                return (sink, "speaks through the sound server")
            } catch {
                let file = WAVSink(path: settings.file, isContinued: isContinued)
                return (file, "there is no sound server, so speech goes into the file \(settings.file)")
            }
        }
    }
}
