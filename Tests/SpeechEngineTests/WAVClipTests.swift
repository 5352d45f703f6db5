import Foundation
import Platform
import SpeechTestSupport
import TestSupport
import Testing

@testable import SpeechEngine

@Suite struct WAVClipTests {
    private func problem(_ bytes: [UInt8]) -> String {
        do throws(WAVClip.Problem) {
            return "read \(try WAVClip(bytes).samples.count) samples"
        } catch {
            return error.text
        }
    }

    @Test(arguments: [(8, false), (16, false), (24, false), (32, false), (32, true), (64, true)])
    func `every sample width is read`(_ bits: Int, _ isFloat: Bool) throws {
        let values = [0, 0.5, -0.5, 0.25, -1, 0.984375]
        for isExtended in [false, true] {
            let clip = try WAVClip(ClipBytes.wav(values, bits: bits, isFloat: isFloat, isExtended: isExtended))
            #expect(clip.sampleRate == 16_000)
            #expect(zip(clip.samples, values).allSatisfy { abs(Double($0) - $1) < 0.01 }, "\(clip.samples)")
            #expect(clip.samples.count == values.count)
        }
    }

    @Test func `channels are mixed, and chunks without sound are skipped`() throws {
        let list = Array("LIST".utf8) + [3, 0, 0, 0] + [1, 2, 3, 0]
        let clip = try WAVClip(ClipBytes.wav([0.5, -0.5, 0.2, 0.4], channels: 2, extra: list))
        #expect(clip.samples.count == 2)
        #expect(abs(clip.samples[0]) < 0.001 && abs(clip.samples[1] - 0.3) < 0.001)
    }

    @Test func `a tone keeps its pitch and length at another sample rate`() throws {
        for (rate, wanted) in [(8000, 22_050), (44_100, 22_050), (48_000, 44_100), (22_050, 22_050)] {
            let clip = try WAVClip(ClipBytes.wav(ClipBytes.tone(440, seconds: 1, rate: rate), rate: rate))
            let sound = try clip.converted(to: wanted)
            let heard = WAVClip(sampleRate: wanted, samples: sound.map { Float($0) / 32768 })
            #expect(abs(sound.count - wanted) <= 2, "\(rate) to \(wanted): \(sound.count)")
            #expect(abs(heard.hertz - 440) < 5, "\(rate) to \(wanted): \(heard.hertz) Hz")
            #expect(abs(Sound.energy(sound) - 0.5 / 2.0.squareRoot()) < 0.01)
        }
    }

    @Test func `frequencies above the new rate are removed and cause no aliasing`() throws {
        let clip = try WAVClip(ClipBytes.wav(ClipBytes.tone(9000, seconds: 1, rate: 44_100), rate: 44_100))
        #expect(Sound.energy(try clip.converted(to: 16_000)) < 0.005)
    }

    @Test func `silence at the ends is trimmed`() {
        let silence = [Float](repeating: 0.001, count: 8000)
        let tone = [Float](repeating: 0.3, count: 1600)
        let clip = WAVClip(sampleRate: 16_000, samples: silence + tone + silence).trimmed()
        #expect(clip.samples.count == 1600 + 2 * 160)
        #expect(WAVClip(sampleRate: 16_000, samples: silence).trimmed().samples.isEmpty)
    }

    @Test func `a truncated sound plays to its end`() throws {
        let whole = ClipBytes.wav(ClipBytes.tone(440, seconds: 0.1, rate: 16_000))
        #expect(try WAVClip(Array(whole.dropLast(1001))).samples.count == 1600 - 501)
    }

    @Test func `the error says why a file is not a sound`() {
        #expect(problem([]) == "it is no WAV file")
        #expect(problem(Array("RIFF....WAVE".utf8)) == "it holds no sound")
        #expect(problem(ClipBytes.wav([0], bits: 12)).contains("12 bits"))
        #expect(problem(ClipBytes.wav([0], channels: 0)).contains("0 channels"))
        #expect(problem(ClipBytes.wav([0], rate: 3)).contains("3 samples a second"))
        var compressed = ClipBytes.wav([0])
        compressed[20] = 0x55
        #expect(problem(compressed) == "it is compressed (format 85)")
        #expect(problem(Array(ClipBytes.wav([0]).prefix(30))).contains("cut short"))
    }

    @Test func `random bytes cause no crash`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        let whole = ClipBytes.wav(ClipBytes.tone(440, seconds: 0.01, rate: 16_000), isExtended: true)
        for length in 0..<80 { expectOutcome(of: Array(whole.prefix(length)), seed) }
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<3 { bytes[Int.random(in: 0..<80, using: &random)] = UInt8.random(in: 0...255, using: &random) }
            expectOutcome(of: bytes, seed)
        }
    }

    /// The result is either a clip that can be played, or an error with its reason.
    private func expectOutcome(of bytes: [UInt8], _ seed: UInt64) {
        do throws(WAVClip.Problem) {
            let clip = try WAVClip(bytes)
            let isPlayable = clip.sampleRate >= 4000 && clip.samples.allSatisfy { (-1...1).contains($0) }
            if !isPlayable { Issue.record("\(bytes) is read as a sound that cannot be played, seed \(seed)") }
        } catch {
            if error.text.isEmpty { Issue.record("\(bytes) is refused without a reason, seed \(seed)") }
        }
    }
}
