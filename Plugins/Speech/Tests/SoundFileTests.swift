import Foundation
import NavigationControl
import NavigationEvents
import SpeechTestSupport
import TestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

extension RealVoice {
    @Suite struct SoundFileTests {
        @Test func `the file is complete after every sentence while the voice continues`() throws {
            let (folder, log) = (try TemporaryFolder(), OutputLog())
            let path = folder.path + "/drive.wav"
            var driver = ControlDriver(
                try SpeechControl(
                    ControlContext(settings: Settings(RealVoice.settings(file: path)), reporter: log.reporter),
                    show: { log.show($0) }, complain: { log.complain($0) }))
            try driver.start()
            defer { driver.stop() }
            #expect(try SoundFile(checked: path).samples.isEmpty)
            var seconds = 0.0
            for identity in 1...4 {
                driver.deliver(.navigation(.make(.turnLeft, identity: UInt64(identity))))
                #expect(log.sees { $0.reports.count == 2 * identity })
                let file = try SoundFile(checked: path)
                #expect(file.energy(from: seconds) > 0.03)
                #expect((1.0...3.0).contains(file.seconds - seconds))
                seconds = file.seconds
            }
            #expect(log.notes.complaints.isEmpty)
        }

        @Test func `the file of a killed process can be played`() throws {
            let folder = try TemporaryFolder()
            let path = folder.path + "/killed.wav"
            let sink = WAVSink(path: path)
            try sink.open(sampleRate: 8000)
            let sound = [Int16](repeating: 1000, count: 8000)
            try sound.withUnsafeBufferPointer { _ = try sink.write($0) { false } }
            try sink.endSentence { _ in false }
            try sound.withUnsafeBufferPointer { _ = try sink.write($0) { false } }
            // Within a sentence the file is longer than its header says; players stop at the length of the header.
            let bytes = try Tool.run("sox", ["--ignore-length", path, "-t", "raw", "-"])
            #expect(bytes.count == 2 * (8000 + 2400 + 8000))
            let playable = try Tool.run("sox", [path, "-t", "raw", "-"])
            #expect(playable.count == 2 * (8000 + 2400))
        }

        @Test func `an interrupted sentence leaves no sound in the file`() throws {
            let folder = try TemporaryFolder()
            let path = folder.path + "/made/if/missing/cut.wav"
            let sink = WAVSink(path: path)
            try sink.open(sampleRate: 8000)
            let sound = [Int16](repeating: 1000, count: 8000)
            try sound.withUnsafeBufferPointer { _ = try sink.write($0) { false } }
            try sink.abandonSentence()
            #expect(try SoundFile(checked: path).samples.isEmpty)
            try sound.withUnsafeBufferPointer { _ = try sink.write($0) { false } }
            try sink.endSentence { _ in false }
            sink.close()
            sink.close()
            #expect(try SoundFile(checked: path).samples.count == 8000 + 2400)
        }

        /// Creates a file with one sentence of `count` samples.
        private func makeFile(_ path: String, sentence count: Int, isContinued: Bool = false) throws -> WAVSink {
            let sink = WAVSink(path: path, isContinued: isContinued)
            try sink.open(sampleRate: 8000)
            try [Int16](repeating: 1000, count: count).withUnsafeBufferPointer { _ = try sink.write($0) { false } }
            try sink.endSentence { _ in false }
            return sink
        }

        @Test func `after a crash the file continues after the last complete sentence`() throws {
            let folder = try TemporaryFolder()
            let path = folder.path + "/drive.wav"
            let killed = try makeFile(path, sentence: 800)
            try [Int16](repeating: 9, count: 500).withUnsafeBufferPointer { _ = try killed.write($0) { false } }
            let next = try makeFile(path, sentence: 700, isContinued: true)
            #expect(next.path == path)
            let samples = try SoundFile(checked: path).samples
            #expect(samples.count == 800 + 2400 + 700 + 2400)
            #expect(!samples.contains(9), "the sentence that was cut short is said again, whole")
        }

        @Test func `a file of an earlier run is replaced`() throws {
            let folder = try TemporaryFolder()
            let path = folder.path + "/drive.wav"
            try makeFile(path, sentence: 800).close()
            try makeFile(path, sentence: 700).close()
            #expect(try SoundFile(checked: path).samples.count == 700 + 2400)
        }

        @Test(arguments: ["not a sound file", "RIFF", String(repeating: "x", count: 100)])
        func `a file of another program stays, and another name is used`(_ text: String) throws {
            let folder = try TemporaryFolder()
            let path = folder.path + "/drive.wav"
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            let sink = try makeFile(path, sentence: 700, isContinued: true)
            #expect(sink.path == folder.path + "/drive-2.wav")
            #expect(try makeFile(path, sentence: 1, isContinued: true).path == folder.path + "/drive-3.wav")
            #expect(try SoundFile(checked: sink.path).samples.count == 700 + 2400)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }

        @Test func `the error names a full disk`() throws {
            let sink = WAVSink(path: "/dev/full")
            #expect {
                try sink.open(sampleRate: 8000)
            } throws: {
                "\($0)".contains("/dev/full")
            }
        }
    }

    @Suite struct EngineTests {
        private static let sentence = "in 200 meters turn left, then turn right"

        @Test func `sentences last about as long as estimated`() throws {
            let folder = try TemporaryFolder()
            for sentence in [Self.sentence, "now turn left", "at the roundabout take the second exit"] {
                let file = try RealVoice.speak([sentence], in: folder)
                let estimate = 0.4 + Double(sentence.count) / 15
                #expect(abs(file.audibleSeconds - estimate) < 0.4 * estimate, "\(sentence): \(file.audibleSeconds) s")
            }
        }

        @Test func `rate and volume change the sound`() throws {
            let folder = try TemporaryFolder()
            func file(_ settings: [String: SettingValue]) throws -> SoundFile {
                try RealVoice.speak([Self.sentence], settings: settings, in: folder)
            }
            let normal = try file([:])
            let (slow, fast) = (try file(["rate": .number(0)]), try file(["rate": .integer(1)]))
            #expect(slow.audibleSeconds > 1.6 * normal.audibleSeconds)
            #expect(fast.audibleSeconds < 0.65 * normal.audibleSeconds)
            #expect(try file(["volume": .number(0.5)]).energy() < 0.7 * normal.energy())
            #expect(try file(["volume": .number(0)]).energy() < 0.002)
        }

        @Test func `a short pause separates sentences`() throws {
            let folder = try TemporaryFolder()
            let one = try RealVoice.speak([Self.sentence], in: folder)
            let two = try RealVoice.speak([Self.sentence, Self.sentence], in: folder)
            #expect(abs(two.seconds - 2 * one.seconds) < 0.2)
            #expect(one.energy(from: one.seconds - 0.3) < 0.001)
        }

        @Test(arguments: ["xx", "qq-QQ", "../en"]) func `the error names a voice that does not exist`(_ tag: String) {
            #expect(throws: SpeechError.noVoice(tag: tag)) {
                try EspeakSynthesizer(voice: tag)
            }
        }

        @Test(arguments: [("voice", "nope"), ("samples", "/nonexistent")])
        func `the error names the setting that prevents a voice`(_ key: String, _ value: String) throws {
            let (folder, log) = (try TemporaryFolder(), OutputLog())
            var settings = RealVoice.settings(file: folder.path + "/a.wav")
            settings[key] = .text(value)
            var control = try SpeechControl(
                ControlContext(settings: Settings(settings), reporter: log.reporter), show: { log.show($0) },
                complain: { log.complain($0) })
            #expect {
                try control.start()
            } throws: {
                guard case .invalid(let named, let given, _)? = $0 as? SettingsError else { return false }
                return named == key && given == value
            }
        }

        @Test(arguments: ["en", "en-US", "en-gb", "de", "de-AT", "pt_BR", "fr", "ja"])
        func `a voice is found by its language tag`(_ tag: String) throws {
            try EspeakSynthesizer(voice: tag).close()
        }

        @Test func `a process has only one engine`() throws {
            let engine = try EspeakSynthesizer(voice: "en")
            #expect(throws: SpeechError.engineBusy) { try EspeakSynthesizer(voice: "de") }
            engine.close()
            engine.close()
            try EspeakSynthesizer(voice: "de").close()
        }

        @Test func `a German sentence is spoken with the German voice`() throws {
            let folder = try TemporaryFolder()
            let sentence = "in 200 Metern links abbiegen auf Hauptstraße"
            let german = try RealVoice.speak([sentence], settings: ["language": .text("de")], in: folder)
            // The reference is the program of the engine with the same text, voice and speed.
            let reference = folder.path + "/reference.wav"
            try Tool.run("espeak-ng", ["-v", "de", "-s", "160", "-w", reference, sentence])
            let length = try Tool.run("soxi", ["-D", reference])
            let seconds = try #require(
                Double(String(decoding: length, as: UTF8.self).trimmingCharacters(in: .newlines)))
            // Without the pause after the sentence.
            #expect(abs(german.seconds - 0.3 - seconds) < 0.5, "\(german.seconds) s, reference \(seconds) s")
            let phonemes = try Tool.run("espeak-ng", ["-v", "de", "-q", "-x", sentence])
            let spoken = String(decoding: phonemes, as: UTF8.self)
            #expect(["ts", "l'INks", "h'aUpt"].allSatisfy { spoken.contains($0) }, "\(spoken)")
        }
    }
}
