import Announcements
import Glibc

/// Makes the clips of a recorded voice by letting an engine say them.
struct ClipMaker {
    /// What came of it.
    struct Outcome: Equatable {
        var made: [String] = []
        /// Clips that were there and stay.
        var kept: [String] = []
    }

    /// Where the clips go; made if missing.
    let folder: String
    /// Whether clips that are there are made anew.
    var replaces = false
    /// How the words are said.
    var properties = UtteranceProperties()

    /// Makes the clips.
    func make(
        _ clips: [ClipInventory.Clip], with synthesizer: some SpeechSynthesizer
    ) throws(SpeechError) -> Outcome {
        do throws(ClipError) {
            try makeFolder()
        } catch {
            throw .clips(error)
        }
        var outcome = Outcome()
        for clip in clips {
            let path = "\(folder)/\(clip.name).wav"
            guard replaces || access(path, F_OK) != 0 else {
                outcome.kept.append(clip.name)
                continue
            }
            let collector = SampleCollector()
            try synthesizer.synthesize(
                Utterance(clip.text, kind: .person, properties: properties), into: collector)
            let sound = WAVClip(
                sampleRate: synthesizer.sampleRate, samples: collector.samples.map { Float($0) / 32768 })
            do throws(ClipError) {
                try write(sound.trimmed(), to: path)
            } catch {
                throw .clips(error)
            }
            outcome.made.append(clip.name)
        }
        return outcome
    }

    /// Makes the folder and those above it.
    private func makeFolder() throws(ClipError) {
        for (index, character) in zip(folder.indices, folder).dropFirst() where character == "/" {
            mkdir(String(folder[..<index]), 0o755)
        }
        guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
            throw .unwritable(path: folder, reason: String(cString: strerror(errno)))
        }
    }

    /// Writes a clip beside its place and moves it there, so that no half of one is ever played.
    private func write(_ clip: WAVClip, to path: String) throws(ClipError) {
        let draft = path + ".part"
        var bytes = WAVSink.header(soundBytes: clip.samples.count * 2, sampleRate: clip.sampleRate)
        for sample in clip.samples {
            let value = Int16(max(-32768, min(32767, (sample * 32768).rounded())))
            withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
        }
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .unwritable(path: path, reason: String(cString: strerror(errno))) }
        let reason = Self.write(bytes, to: descriptor)
        close(descriptor)
        guard reason == nil, rename(draft, path) == 0 else {
            let error = ClipError.unwritable(path: path, reason: reason ?? String(cString: strerror(errno)))
            unlink(draft)
            throw error
        }
    }

    /// Writes all bytes; gives why that cannot be done.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> String? {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(cString: strerror(count < 0 ? errno : ENOSPC)) }
            done += count
        }
        return nil
    }
}
