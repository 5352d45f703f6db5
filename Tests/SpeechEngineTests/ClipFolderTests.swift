import Foundation
import SpeechTestSupport
import TestSupport
import Testing

@testable import SpeechEngine

@Suite struct ClipFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func record(_ names: String..., rate: Int = 16_000) throws {
        for name in names {
            try ClipBytes.write(
                ClipBytes.wav(ClipBytes.tone(500, seconds: 0.1, rate: rate), rate: rate),
                to: "\(folder.path)/\(name).wav")
        }
    }

    /// Receives the sound of an utterance, and ends it after a number of samples.
    private final class Listener: SampleReceiver {
        var samples: [Int16] = []
        var words: [Range<Int>] = []
        var most = Int.max
        var maxWords = Int.max

        func receive(_ samples: UnsafeBufferPointer<Int16>) -> Bool {
            guard words.count <= maxWords else { return false }
            self.samples += samples
            return self.samples.count < most
        }

        func reach(_ range: Range<Int>, atSample sample: Int) { words.append(range) }
    }

    /// An engine that says every text as a tenth of a second of noise with one word.
    private final class OtherVoice: SpeechSynthesizer {
        let sampleRate: Int
        private(set) var texts: [String] = []
        init(sampleRate: Int) { self.sampleRate = sampleRate }
        func close() {}

        func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) {
            texts.append(utterance.text)
            receiver.reach(0..<3, atSample: 0)
            let noise = [Int16](repeating: 1000, count: sampleRate / 10)
            _ = noise.withUnsafeBufferPointer { receiver.receive($0) }
        }
    }

    private func sentence(_ clips: String...) -> Utterance {
        var utterance = Utterance.make("in 300 meters turn left")
        utterance.clips = clips
        return utterance
    }

    @Test func `the clips of a sentence are played in order`() throws {
        try record("in", "300", "unitMeters", "turnLeft")
        let voice = ClipSynthesizer(folder: try ClipFolder(path: folder.path), other: OtherVoice(sampleRate: 16_000))
        let listener = Listener()
        try voice.synthesize(sentence("in", "300", "unitMeters", "turnLeft"), into: listener)
        #expect(voice.sampleRate == 16_000)
        #expect(abs(listener.samples.count - (4 * 1600 + 3 * 640)) < 10)
    }

    @Test func `one error names all missing clips, and nothing is played`() throws {
        try record("in", "turnLeft")
        let voice = ClipSynthesizer(folder: try ClipFolder(path: folder.path), other: OtherVoice(sampleRate: 16_000))
        let listener = Listener()
        #expect {
            try voice.synthesize(sentence("in", "300", "unitMeters", "turnLeft", "300"), into: listener)
        } throws: { error in
            let text = "\(error)"
            return text.contains("300.wav, unitMeters.wav are missing in \(folder.path)") && !text.contains("in.wav,")
        }
        #expect(listener.samples.isEmpty)
    }

    @Test func `clips of several sample rates are played at the highest`() throws {
        try record("in", rate: 8000)
        try record("turnLeft", rate: 44_100)
        let folder = try ClipFolder(path: folder.path)
        #expect(folder.sampleRate == 44_100)
        let sounds = try folder.sounds(of: ["in", "turnLeft"])
        #expect(sounds.allSatisfy { abs($0.count - 4410) < 10 })
    }

    @Test func `an invalid clip is reported and counts as missing`() throws {
        try record("in")
        try ClipBytes.write([1, 2, 3], to: "\(folder.path)/now.wav")
        let clips = try ClipFolder(path: folder.path)
        #expect(clips.problems.map { "\($0)" }.first?.contains("now.wav: it is no WAV file") == true)
        #expect(throws: ClipError.missing(names: ["now"], folder: folder.path)) { try clips.sounds(of: ["in", "now"]) }
    }

    @Test func `clips that would exceed the memory limit are refused before conversion`() throws {
        try record("now", rate: 192_000)
        // Eight megabytes at the rate of a telephone are two hundred at that of a studio.
        let long = WAVSink.header(soundBytes: 8 << 20, sampleRate: 8000) + [UInt8](repeating: 1, count: 8 << 20)
        try ClipBytes.write(long, to: "\(folder.path)/in.wav")
        #expect(throws: ClipError.tooMuch(path: folder.path, megabytes: 48)) { try ClipFolder(path: folder.path) }
    }

    @Test func `a sentence can end between two clips`() throws {
        try record("in", "turnLeft")
        let voice = ClipSynthesizer(folder: try ClipFolder(path: folder.path), other: OtherVoice(sampleRate: 16_000))
        let (whole, ended) = (Listener(), Listener())
        try voice.synthesize(sentence("in", "turnLeft"), into: whole)
        #expect(whole.words == [0..<0, 0..<0])
        ended.maxWords = 1
        try voice.synthesize(sentence("in", "turnLeft"), into: ended)
        #expect(ended.samples == Array(whole.samples.prefix(ended.samples.count)))
        #expect((whole.samples.count / 3..<whole.samples.count / 2 + 1).contains(ended.samples.count))
    }

    @Test func `the error of a folder without clips says what to do`() throws {
        let path = folder.path
        for (place, words) in [("/nonexistent", "No such file"), (path, "make-samples")] {
            #expect {
                try ClipFolder(path: place)
            } throws: {
                "\($0)".contains(place) && "\($0)".contains(words)
            }
        }
    }

    @Test func `the other engine speaks utterances without clips`() throws {
        try record("in", rate: 44_100)
        let other = OtherVoice(sampleRate: 22_050)
        let voice = ClipSynthesizer(folder: try ClipFolder(path: folder.path), other: other)
        let listener = Listener()
        try voice.synthesize(Utterance("a page", kind: .book(page: 1, index: 0)), into: listener)
        #expect(other.texts == ["a page"] && listener.words == [0..<3])
        #expect(abs(listener.samples.count - 4410) < 10)
        // The other engine never speaks an announcement, since the listener did not choose its voice.
        #expect(throws: Never.self) { try voice.synthesize(sentence(), into: listener) }
        #expect(other.texts == ["a page"])
    }

    @Test func `an interruption ends the clips, and the volume applies`() throws {
        try record("in", "turnLeft")
        let voice = ClipSynthesizer(folder: try ClipFolder(path: folder.path), other: OtherVoice(sampleRate: 16_000))
        let listener = Listener()
        listener.most = 1000
        var quiet = sentence("in", "turnLeft")
        quiet.properties.volume = 0.5
        try voice.synthesize(quiet, into: listener)
        #expect((1000..<2000).contains(listener.samples.count))
        #expect((listener.samples.max() ?? 0) < 8300)
    }
}
