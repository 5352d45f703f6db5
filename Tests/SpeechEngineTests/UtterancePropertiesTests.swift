import Glibc
import NavigationEvents
import SpeechTestSupport
import TestSupport
import Testing

@testable import SpeechEngine

extension RealEngine {
    /// The effect of speech properties on the sound, measured in the sound file.
    @Suite struct UtterancePropertiesTests {
        private static let sentence = "in two hundred meters turn left onto the main road"
        /// The pause that the file has after every sentence.
        private static let pauseSeconds = 0.3

        private func file(_ utterances: [Utterance]) throws -> SoundFile {
            try TestVoice.speak(utterances, in: try TemporaryFolder())
        }

        private func file(_ properties: UtteranceProperties) throws -> SoundFile {
            try file([.spoken(Self.sentence, properties)])
        }

        @Test(arguments: [(0.0, 2.0), (0.25, 1.41), (0.75, 0.71), (1.0, 0.5), (1.3, 0.77), (2.0, 0.5)])
        func `the rate scales the duration`(_ rate: Double, _ factor: Double) throws {
            let normal = try file(UtteranceProperties()).audibleSeconds
            let measured = try file(UtteranceProperties(rate: rate)).audibleSeconds / normal
            #expect(abs(measured / factor - 1) < 0.2, "rate \(rate): \(measured) times the normal duration")
        }

        @Test(arguments: [0.5, 0.75, 1.5, 2.0]) func `the pitch scales the fundamental`(_ multiplier: Double) throws {
            let normal = try file(UtteranceProperties()).fundamentalHertz
            let measured = try file(UtteranceProperties(pitchMultiplier: multiplier)).fundamentalHertz / normal
            #expect((60...200).contains(normal), "\(normal) Hz")
            #expect(abs(measured / multiplier - 1) < 0.15, "pitch \(multiplier): \(measured) times the normal pitch")
        }

        @Test(arguments: [0.25, 0.5, 0.75]) func `the volume scales the level`(_ volume: Double) throws {
            let normal = try file(UtteranceProperties()).energy()
            let measured = try file(UtteranceProperties(volume: volume)).energy() / normal
            #expect(abs(measured / volume - 1) < 0.15, "volume \(volume): \(measured) times the normal level")
        }

        @Test func `a single word can have its own properties`() throws {
            let plain = Utterance.spoken("turn")
            let high = Utterance.spoken("left", UtteranceProperties(rate: 0, pitchMultiplier: 2))
            let alone = try file([plain])
            let both = try file([plain, high, plain])
            let (before, after) = (alone.seconds, both.seconds - alone.seconds)
            #expect(both.part(from: before, to: after).fundamentalHertz > 1.5 * alone.fundamentalHertz)
            let last = both.part(from: after, to: both.seconds)
            #expect(abs(last.fundamentalHertz / alone.fundamentalHertz - 1) < 0.15)
        }

        @Test func `the silence between two utterances is the sum of both delays`() throws {
            let delays = UtteranceProperties(preUtteranceDelaySeconds: 0.5, postUtteranceDelaySeconds: 0.75)
            let plain = try file([.spoken("one"), .spoken("two")])
            let slow = try file([.spoken("one", delays), .spoken("two", delays)])
            // There is silence before the first and between the two; the delay after the last has no effect.
            #expect(abs(slow.seconds - plain.seconds - 1.75) < 0.1, "\(slow.seconds) s instead of \(plain.seconds) s")
            #expect(slow.energy(from: 0, to: 0.5) < 0.001)
            #expect(slow.maxSilenceSeconds >= 1.25 + Self.pauseSeconds)
        }

        @Test func `an announcement does not wait for delays of other utterances`() throws {
            let delay = UtteranceProperties(postUtteranceDelaySeconds: 3)
            let plain = try file([.read("one"), .make("turn left")])
            let slow = try file([.read("one", delay), .make("turn left")])
            #expect(abs(slow.seconds - plain.seconds) < 0.2)
        }

        @Test func `each utterance has its own voice`() throws {
            let log = OutputLog()
            let german = UtteranceProperties(voice: "de")
            _ = try TestVoice.speak(
                [.spoken("left"), .spoken("links", german), .spoken("right")], in: try TemporaryFolder(),
                log: log)
            #expect(log.notes.complaints.isEmpty)
        }

        @Test func `an unknown voice causes a warning, and the sentence is spoken`() throws {
            let log = OutputLog()
            let folder = try TemporaryFolder()
            let unknown = UtteranceProperties(voice: "qq-QQ")
            let file = try TestVoice.speak(
                [.spoken(Self.sentence, unknown)], in: folder, log: log, complaints: 1)
            #expect(log.texts(.warning).first?.contains("qq-QQ") == true)
            #expect(file.audibleSeconds > 1)
        }

        @Test func `markup is applied and not spoken`() throws {
            let markup = "<speak>turn <break time=\"1500ms\"/> <prosody rate=\"200%\">left</prosody></speak>"
            let marked = try file([.spoken(markup, UtteranceProperties(isSSML: true))])
            let plain = try file([.spoken("turn left")])
            #expect((1.0...2.0).contains(marked.seconds - plain.seconds), "\(marked.seconds - plain.seconds) s longer")
            let read = try file([.spoken(markup)])
            #expect(read.seconds > marked.seconds + 1)
        }

        @Test func `every word is reported with its range in the text`() throws {
            let log = OutputLog()
            let text = "biege in 200 m über die Straße ab. Dann links."
            let german = UtteranceProperties(voice: "de")
            _ = try TestVoice.speak(
                [.spoken(text, german)], in: try TemporaryFolder(), log: log, reportsWords: true)
            let words = log.texts(.progressed)
            #expect(words.starts(with: ["biege", "in", "200"]), "\(words)")
            #expect(["über", "Straße", "Dann", "links"].allSatisfy { words.contains($0) }, "\(words)")
            let reports = log.notes.reports.filter { $0.kind == .progressed }
            let places = reports.compactMap { $0.range?.lowerBound }
            #expect(places == places.sorted() && places.count == reports.count)
            #expect(reports.allSatisfy { $0.effectNumber == 1 })
        }

        @Test func `words of a resumed utterance have ranges in the whole text`() throws {
            let log = OutputLog()
            var rest = Utterance.read("Said already. Äh, links.", UtteranceProperties(voice: "de"))
            rest.startOffset = 13
            rest.isResumed = true
            _ = try TestVoice.speak([rest], in: try TemporaryFolder(), log: log, reportsWords: true)
            #expect(log.texts(.progressed) == ["Äh", "links"])
            #expect(log.notes.reports.first?.kind == .continued)
        }

        @Test func `rate and pitch have the documented scales`() {
            #expect(
                [0, 0.5, 1, 1.5, 9].map { EspeakSynthesizer.wordsPerMinute(rate: $0) } == [80, 160, 320, 240, 450])
            let pitches = [0.1, 0.5, 1, 2, 9].map { EspeakSynthesizer.pitch(multiplier: $0) }
            #expect(pitches.map(\.pitch) == [0, 0, 50, 99, 99])
            #expect(pitches.map(\.range) == [0, 0, 50, 99, 99])
        }
    }
}

extension SoundFile {
    /// Returns a range of the sound.
    func part(from begin: Double, to end: Double) -> SoundFile {
        let range = Int(begin * Double(sampleRate))..<Int(end * Double(sampleRate))
        return SoundFile(sampleRate: sampleRate, samples: Array(samples[range.clamped(to: samples.indices)]))
    }

    /// The longest silence.
    var maxSilenceSeconds: Double {
        let loud = samples.indices.filter { abs(Int(samples[$0])) > 300 }
        let longest = zip(loud, loud.dropFirst()).map { $1 - $0 }.max() ?? 0
        return Double(longest) / Double(sampleRate)
    }

    /// The median of the fundamental frequency of the voice, by autocorrelation of frames of 40 ms.
    var fundamentalHertz: Double {
        let (length, step) = (sampleRate / 25, sampleRate / 20)
        let pieces = stride(from: 0, to: samples.count - 2 * length, by: step).filter {
            Sound.energy(samples[$0..<$0 + length]) > 0.05
        }
        let found = pieces.compactMap { fundamental(at: $0, length: length) }.sorted()
        return found.isEmpty ? 0 : found[found.count / 2]
    }

    private func fundamental(at begin: Int, length: Int) -> Double? {
        let piece = samples[begin..<begin + 2 * length].map { Double($0) }
        func match(_ lag: Int) -> Double {
            var (product, first, second) = (0.0, 0.0, 0.0)
            for index in stride(from: 0, to: length, by: 2) {
                product += piece[index] * piece[index + lag]
                first += piece[index] * piece[index]
                second += piece[index + lag] * piece[index + lag]
            }
            return product / max((first * second).squareRoot(), 1)
        }
        let lags = Array(sampleRate / 400...sampleRate / 50)
        let matches = lags.map(match)
        guard let best = matches.max(), best > 0.8 else { return nil }
        // The first good match counts, since multiples of the period match as well.
        let index = matches.indices.dropFirst().dropLast().first {
            matches[$0] > 0.93 * best && matches[$0] >= matches[$0 - 1] && matches[$0] >= matches[$0 + 1]
        }
        return index.map { Double(sampleRate) / Double(lags[$0]) }
    }
}
