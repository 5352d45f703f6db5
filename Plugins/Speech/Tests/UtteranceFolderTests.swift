import Foundation
import NavigationControl
import NavigationEvents
import Synchronization
import SpeechTestSupport
import TestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

extension RealVoice {
    /// The utterances that are kept for displays, spoken by the real engine.
    @Suite struct UtteranceFolderTests {
        private let folder: TemporaryFolder
        private let log = OutputLog()

        init() throws { folder = try TemporaryFolder() }

        private var keep: String { folder.path + "/kept" }

        /// Returns a started control that keeps its utterances.
        private func driver(
            _ more: [String: SettingValue] = [:], reporter: Reporter? = nil
        ) throws -> ControlDriver<SpeechControl> {
            let settings = RealVoice.settings(file: folder.path + "/drive.wav")
                .merging(["keep": .text(keep)]) { $1 }.merging(more) { $1 }
            var driver = ControlDriver(
                try SpeechControl(
                    ControlContext(settings: Settings(settings), reporter: reporter ?? log.reporter),
                    show: { [log] in log.show($0) }, complain: { [log] in log.complain($0) }))
            try driver.start()
            return driver
        }

        private func say(_ text: String, _ driver: inout ControlDriver<SpeechControl>) {
            driver.deliver(.command(ControlCommand(action: .say(SpokenText(text: text)))))
        }

        private func file(_ number: Int) throws -> SoundFile {
            try SoundFile(checked: "\(keep)/\(getpid())-\(number).wav")
        }

        /// Returns the names of the files without the marker.
        private func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: keep).filter { $0 != UtteranceFolder.marker }.sorted()
        }

        @Test(arguments: ["wav", "none"]) func `the file of an utterance is complete when its beginning is reported`(
            _ output: String
        ) throws {
            let found = Mutex<[UInt64: Int]>([:])
            let (log, keep) = (log, keep)
            let reporter = Reporter(control: "speech") { report in
                if report.kind == .began {
                    let size = try? FileManager.default.attributesOfItem(
                        atPath: "\(keep)/\(getpid())-\(report.effectNumber).wav")
                    found.withLock { $0[report.effectNumber] = size?[.size] as? Int }
                }
                log.reporter(report.kind, effect: report.effect, text: report.text)
            }
            var driver = try driver(["output": .text(output)], reporter: reporter)
            defer { driver.stop() }
            driver.deliver(.navigation(.make(.turnLeft, identity: 1)))
            driver.deliver(.navigation(.make(.turnRight, .prepare, identity: 2, meters: 400)))
            #expect(log.sees { $0.reports.count { $0.kind == .ended } == 2 })
            for number in 1...2 {
                let kept = try file(number)
                #expect(kept.sampleRate == 22_050)
                #expect((0.5...6.0).contains(kept.seconds) && kept.energy() > 0.03)
                #expect(found.withLock { $0[UInt64(number)] } == 44 + kept.samples.count * 2)
                let played = try Tool.run("soxi", ["-r", "\(keep)/\(getpid())-\(number).wav"])
                #expect(String(decoding: played, as: UTF8.self) == "22050\n")
            }
            #expect(log.notes.complaints.isEmpty)
        }

        @Test func `the kept sound equals the played sound`() throws {
            var driver = try driver(["reportWords": .bool(true)])
            say("Mind the gap.", &driver)
            #expect(log.sees { $0.reports.contains { $0.kind == .ended } })
            driver.stop()
            let (kept, heard) = (try file(1), try SoundFile(checked: folder.path + "/drive.wav"))
            #expect(Array(heard.samples.prefix(kept.samples.count)) == kept.samples)
            #expect(heard.samples.count == kept.samples.count + 22_050 * 3 / 10, "besides the pause")
            #expect(log.texts(.progressed) == ["Mind", "the", "gap"], "words are reported as without it")
        }

        @Test func `the last sixteen utterances are kept`() throws {
            var driver = try driver(["output": .text("none")])
            defer { driver.stop() }
            for number in 1...20 { say("\(number)", &driver) }
            #expect(log.sees { $0.reports.count { $0.kind == .ended } == 20 })
            #expect(try names() == (5...20).map { "\(getpid())-\($0).wav" }.sorted())
        }

        @Test func `files of ended processes are removed, and all other files stay`() throws {
            let ended = pid_t.max
            let left = ["\(ended)-3.wav", "\(ended)-00017.wav", ".\(ended)-4.wav.\(ended)", "\(getpid())-1.wav"]
            let others = [
                "\(getppid())-3.wav", "3.wav", "\(ended)-4.wav.bak", "\(ended)-a.wav", "\(ended)-.wav", "-1-2.wav",
                "\(ended).wav", "\(ended)-6.wave", "notes", ".\(ended)-4.wav.",
            ]
            for name in left + others + [UtteranceFolder.marker] { try folder.write("x", to: "kept/\(name)") }
            var driver = try driver(["output": .text("none")])
            driver.stop()
            #expect(try names() == others.sorted())
            #expect(log.notes.complaints.isEmpty)
        }

        @Test func `two processes may share a folder and keep each other's files`() throws {
            var first = try driver(["output": .text("none")])
            say("One.", &first)
            #expect(log.sees { $0.reports.contains { $0.kind == .ended } })
            let child = try #require(try names().first)
            first.stop()
            // The name is that of a file of another process.
            let other = "\(getppid())-1.wav"
            try FileManager.default.moveItem(atPath: "\(keep)/\(child)", toPath: "\(keep)/\(other)")
            var second = try driver(["output": .text("none")])
            for number in 2...20 { say("\(number)", &second) }
            #expect(log.sees { $0.reports.count { $0.kind == .ended } == 20 })
            second.stop()
            #expect(try names().count == 17 && names().contains(other))
        }

        @Test func `a folder with other files is refused with advice and stays unchanged`() throws {
            let theirs = ["1.wav", "\(pid_t.max)-3.wav", "song.wav"]
            for name in theirs { try folder.write("x", to: "kept/\(name)") }
            var driver = try driver(["output": .text("none")])
            say("One.", &driver)
            #expect(log.sees { $0.reports.contains { $0.kind == .ended } })
            #expect(try names() == theirs.sorted())
            #expect(!FileManager.default.fileExists(atPath: "\(keep)/\(UtteranceFolder.marker)"))
            let warnings = log.texts(.warning)
            let reason = "\(keep): it contains files that are not of navbus-speech"
            #expect(warnings.count == 1 && warnings[0].contains(reason))
            // The empty folder is accepted.
            for name in theirs { try FileManager.default.removeItem(atPath: "\(keep)/\(name)") }
            say("Two.", &driver)
            #expect(log.sees { $0.reports.count { $0.kind == .ended } == 2 })
            driver.stop()
            #expect(try names() == ["\(getpid())-2.wav"])
        }

        @Test func `a removed folder is created again`() throws {
            var driver = try driver(["output": .text("none")])
            try FileManager.default.removeItem(atPath: keep)
            for text in ["One.", "Two."] { say(text, &driver) }
            #expect(log.sees { $0.reports.count { $0.kind == .ended } == 2 })
            driver.stop()
            #expect(try names() == ["\(getpid())-2.wav"])
            #expect(log.texts(.warning).count == 1)
        }

        @Test func `an unusable folder causes one warning, and speech continues`() throws {
            try folder.write("a file", to: "kept")
            var driver = try driver()
            defer { driver.stop() }
            for text in ["One.", "Two.", "Three."] { say(text, &driver) }
            #expect(log.sees { $0.reports.count { $0.kind == .ended } == 3 })
            let warnings = log.texts(.warning)
            #expect(warnings.count == 1 && warnings[0].contains(keep), "\(warnings)")
            #expect(warnings[0].hasSuffix("name one that can be written; utterances are not kept meanwhile"))
            #expect(try SoundFile(checked: folder.path + "/drive.wav").energy() > 0.03)
        }

        @Test(arguments: SmallDisk.Kind.available)
        func `a full disk is reported once, and again after it had space`(_ kind: SmallDisk.Kind) throws {
            let disk = try SmallDisk(kind, at: folder.path, kibibytes: 256)
            let kept = UtteranceFolder(OutputFolder(folder.path, write: disk.write))
            #expect(kept.open() == nil)
            let long = sound(seconds: 8)
            let problem = try #require(kept.keep(long, of: 1, sampleRate: 22_050))
            #expect(problem.contains("No space left on device; free disk space"), "\(problem)")
            #expect(kept.keep(long, of: 2, sampleRate: 22_050) == nil, "it was reported")
            #expect(kept.keep(sound(seconds: 1), of: 3, sampleRate: 22_050) == nil)
            #expect(
                folder.names.filter { $0.contains("wav") } == ["\(getpid())-3.wav"],
                "nothing is left of what could not be written")
            #expect(kept.keep(long, of: 4, sampleRate: 22_050) != nil)
        }

        private func sound(seconds: Int) -> RecordedSound {
            let sound = RecordedSound(maxSamples: .max) { true }
            _ = [Int16](repeating: 1, count: seconds * 22_050).withUnsafeBufferPointer(sound.receive)
            return sound
        }

        @Test func `an utterance longer than a minute is spoken and not kept`() throws {
            var driver = try driver(["output": .text("none"), "rate": .integer(0)])
            defer { driver.stop() }
            say(String(repeating: "one two three four five six seven eight nine ten. ", count: 20), &driver)
            say("Short.", &driver)
            #expect(log.sees { $0.reports.count { $0.kind == .ended } == 2 })
            #expect(try names() == ["\(getpid())-2.wav"])
            #expect(log.notes.complaints.isEmpty)
        }

        @Test func `keeping utterances of speech-dispatcher is refused with advice`() throws {
            let error = #expect(throws: SettingsError.self) {
                try driver(["engine": .text("speech-dispatcher"), "output": .text("sound")])
            }
            #expect(error?.description.contains("\"keep\"") == true)
            #expect(error?.description.contains("choose the engine espeak-ng") == true)
        }
    }
}
