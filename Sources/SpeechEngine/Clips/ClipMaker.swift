package import Announcements
import Glibc
import Platform

/// Records the clips of a voice with a speech engine.
package struct ClipMaker {
    /// The names of the recorded and the existing clips.
    package struct Outcome: Equatable {
        package var made: [String] = []
        /// The existing clips that were kept.
        package var kept: [String] = []
    }

    /// The folder of the clips; created if missing.
    let folder: String
    /// Whether existing clips are replaced.
    var replaces: Bool
    /// The speech properties.
    var properties: UtteranceProperties

    /// Creates a maker without access to the folder.
    package init(folder: String, replaces: Bool = false, properties: UtteranceProperties = UtteranceProperties()) {
        self.folder = folder
        self.replaces = replaces
        self.properties = properties
    }

    /// Records the clips and writes their files.
    package func make(
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

    /// Creates the folder and its parents.
    private func makeFolder() throws(ClipError) {
        for (index, character) in zip(folder.indices, folder).dropFirst() where character == "/" {
            mkdir(String(folder[..<index]), 0o755)
        }
        guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
            throw .unwritable(path: folder, reason: String(cString: strerror(errno)))
        }
    }

    /// Replaces the file as a whole, so that an incomplete clip is never played.
    private func write(_ clip: WAVClip, to path: String) throws(ClipError) {
        var bytes = WAVSink.header(soundBytes: clip.samples.count * 2, sampleRate: clip.sampleRate)
        for sample in clip.samples {
            let value = Int16(max(-32768, min(32767, (sample * 32768).rounded())))
            withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
        }
        do throws(FileError) {
            try WholeFile.replace(path, with: bytes, mode: 0o644)
        } catch {
            throw .unwritable(path: path, reason: "\(error.reason)")
        }
    }
}
