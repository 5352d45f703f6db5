import Foundation
import NavigationControl
import NavigationEvents
import Synchronization
import TestSupport
import Testing

@testable import Speech

extension RealVoice {
    /// The utterances that are kept for displays, made by the real engine.
    @Suite struct KeptSpeechTests {
        private let folder: TemporaryFolder
        private let witness = Witness()

        init() throws { folder = try TemporaryFolder() }

        private var keep: String { folder.path + "/kept" }

        /// A control that has started and keeps what it says.
        private func driver(
            _ more: [String: SettingValue] = [:], reporter: Reporter? = nil
        ) throws -> ControlDriver<SpeechControl> {
            let settings = RealVoice.settings(file: folder.path + "/drive.wav")
                .merging(["keep": .text(keep)]) { $1 }.merging(more) { $1 }
            var driver = ControlDriver(
                try SpeechControl(
                    ControlContext(settings: Settings(settings), reporter: reporter ?? witness.reporter),
                    show: { [witness] in witness.show($0) }, complain: { [witness] in witness.complain($0) }))
            try driver.start()
            return driver
        }

        private func say(_ text: String, _ driver: inout ControlDriver<SpeechControl>) {
            driver.deliver(.command(ControlCommand(action: .say(SpokenText(text: text)))))
        }

        private func file(_ number: Int) throws -> SoundFile { try SoundFile(checked: "\(keep)/\(number).wav") }

        private func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: keep).sorted()
        }

        @Test(arguments: ["wav", "none"])
        func `an utterance is there, whole, when it is told that it begins`(_ output: String) throws {
            let found = Mutex<[UInt64: Int]>([:])
            let (witness, keep) = (witness, keep)
            let reporter = Reporter(control: "speech") { report in
                if report.kind == .began {
                    let size = try? FileManager.default.attributesOfItem(atPath: "\(keep)/\(report.effectNumber).wav")
                    found.withLock { $0[report.effectNumber] = size?[.size] as? Int }
                }
                witness.reporter(report.kind, effect: report.effect, text: report.text)
            }
            var driver = try driver(["output": .text(output)], reporter: reporter)
            defer { driver.stop() }
            driver.deliver(.navigation(.make(.turnLeft, identity: 1)))
            driver.deliver(.navigation(.make(.turnRight, .prepare, identity: 2, meters: 400)))
            #expect(witness.sees { $0.reports.count { $0.kind == .ended } == 2 })
            for number in 1...2 {
                let kept = try file(number)
                #expect(kept.sampleRate == 22_050)
                #expect((0.5...6.0).contains(kept.seconds) && kept.energy() > 0.03)
                #expect(found.withLock { $0[UInt64(number)] } == 44 + kept.samples.count * 2)
                let played = try Tool.run("soxi", ["-r", "\(keep)/\(number).wav"])
                #expect(String(decoding: played, as: UTF8.self) == "22050\n")
            }
            #expect(witness.notes.complaints.isEmpty)
        }

        @Test func `what is kept is what is heard`() throws {
            var driver = try driver(["reportWords": .bool(true)])
            say("Mind the gap.", &driver)
            #expect(witness.sees { $0.reports.contains { $0.kind == .ended } })
            driver.stop()
            let (kept, heard) = (try file(1), try SoundFile(checked: folder.path + "/drive.wav"))
            #expect(Array(heard.samples.prefix(kept.samples.count)) == kept.samples)
            #expect(heard.samples.count == kept.samples.count + 22_050 * 3 / 10, "besides the pause")
            #expect(witness.texts(.progressed) == ["Mind", "the", "gap"], "words are told as without it")
        }

        @Test func `the last sixteen are kept`() throws {
            var driver = try driver(["output": .text("none")])
            defer { driver.stop() }
            for number in 1...20 { say("\(number)", &driver) }
            #expect(witness.sees { $0.reports.count { $0.kind == .ended } == 20 })
            #expect(try names() == (5...20).map { "\($0).wav" }.sorted())
        }

        @Test func `what an earlier process has kept goes, and what is somebody's stays`() throws {
            let own = ["3.wav", "00017.wav", ".4.wav.4242"]
            let others = ["4.wav.bak", "a.wav", ".wav", "5.txt", "6.wave", "notes"]
            for name in own + others { try folder.write("x", to: "kept/\(name)") }
            var driver = try driver(["output": .text("none")])
            driver.stop()
            #expect(try names() == others.sorted())
        }

        @Test func `where nothing can be kept there is one warning, and speech goes on`() throws {
            try folder.write("a file", to: "kept")
            var driver = try driver()
            defer { driver.stop() }
            for text in ["One.", "Two.", "Three."] { say(text, &driver) }
            #expect(witness.sees { $0.reports.count { $0.kind == .ended } == 3 })
            let warnings = witness.texts(.warning)
            #expect(warnings.count == 1 && warnings[0].contains(keep), "\(warnings)")
            #expect(warnings[0].hasSuffix("name one that can be written; what is said is not kept meanwhile"))
            #expect(try SoundFile(checked: folder.path + "/drive.wav").energy() > 0.03)
        }

        @Test(.enabled(if: geteuid() == 0, "only root may mount a small disk"))
        func `a full disk is told once, and again when it was not full meanwhile`() throws {
            try #require(mkdir(keep, 0o755) == 0)
            try #require(mount("tmpfs", keep, "tmpfs", 0, "size=256k") == 0)
            defer { umount2(keep, Int32(MNT_DETACH)) }
            var driver = try driver(["output": .text("none")])
            defer { driver.stop() }
            let long = String(repeating: "in two hundred meters turn left onto the road to the mill, ", count: 3)
            func said(_ count: Int) -> Bool { witness.sees { $0.reports.count { $0.kind == .ended } == count } }
            for _ in 1...2 { say(long, &driver) }
            #expect(said(2))
            #expect(witness.texts(.warning).count == 1 && witness.texts(.warning)[0].contains("No space left"))
            say("Short.", &driver)
            #expect(said(3))
            #expect(try names() == ["3.wav"], "nothing is left of what could not be written")
            say(long, &driver)
            #expect(said(4))
            #expect(witness.texts(.warning).count == 2)
        }

        @Test func `what takes more than a minute is said and not kept`() throws {
            var driver = try driver(["output": .text("none"), "rate": .integer(0)])
            defer { driver.stop() }
            say(String(repeating: "one two three four five six seven eight nine ten. ", count: 20), &driver)
            say("Short.", &driver)
            #expect(witness.sees { $0.reports.count { $0.kind == .ended } == 2 })
            #expect(try names() == ["2.wav"])
            #expect(witness.notes.complaints.isEmpty)
        }

        @Test func `speech-dispatcher hands out no sound, and is refused with the way out`() throws {
            let error = #expect(throws: SettingsError.self) {
                try driver(["engine": .text("speech-dispatcher"), "output": .text("sound")])
            }
            #expect(error?.description.contains("\"keep\"") == true)
            #expect(error?.description.contains("choose the engine espeak-ng") == true)
        }
    }
}
