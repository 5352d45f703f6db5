import Announcements
import Foundation
import NavigationControl
import NavigationEvents
import SpeechTestSupport
import TestSupport
import Testing
import Platform

@testable import Speech
@testable import SpeechEngine

extension RealVoice {
    /// A voice recorded with espeak-ng, and announcements played from it.
    @Suite(.serialized) struct MakeSamplesTests {
        private let folder: TemporaryFolder
        private var clips: String { folder.path + "/clips" }

        init() throws { folder = try TemporaryFolder() }

        private func make(_ language: String, _ options: String...) throws {
            try #require(
                MakeSamplesCommand.run(
                    ["--language", language, "--languages", Checkout.languages.path, "--out", clips] + options)
                    == .success
            )
        }

        private static let drive: [(info: NavigationInfo, heard: String)] = [
            (.make(.turnLeft, .prepare, meters: 200, onto: "Mill Road"), "in two hundred meters turn left"),
            (.make(.turnRight), "now turn right"),
            (.make(.turnKeepLeft, .far, meters: 1980), "in two kilometers keep left"),
            (
                .make(.roundaboutCounterclockwise, .prepare, meters: 300, exit: 2),
                "in three hundred meters at the roundabout take the second exit"
            ),
            (.make(.turnRight, then: .turnLeft), "now turn right then turn left"),
        ]

        @Test func `a recognizer hears a drive with samples word for word`() throws {
            try make("en", "--units", "metric")
            var paths: [String] = []
            for (index, moment) in Self.drive.enumerated() {
                let path = "\(folder.path)/\(index).wav"
                let log = OutputLog()
                var settings = RealVoice.settings(file: path)
                settings["samples"] = .text(clips)
                var driver = ControlDriver(
                    try SpeechControl(
                        ControlContext(settings: Settings(settings), reporter: log.reporter),
                        show: { log.show($0) }, complain: { log.complain($0) }))
                try driver.start()
                driver.deliver(.navigation(moment.info))
                driver.stop()
                #expect(log.notes.complaints.isEmpty)
                #expect(log.texts(.ended).count == 1)
                paths.append(path)
            }
            let heard = try Recognizer.hear(paths, in: folder)
            #expect(heard == Self.drive.map(\.heard))
        }

        @Test(arguments: try Checkout.languages.tags()) func `every language has all clips of a drive`(
            _ tag: String
        ) throws {
            let table = try Checkout.languages.table(for: tag)
            for units in UnitSystem.allCases {
                let known = Set(ClipInventory(table, units: [units]).clips.map(\.name))
                for moment in Self.moments {
                    var generator = AnnouncementGenerator(
                        settings: AnnouncementSettings(outputType: .samples, units: units), strings: table)
                    let samples = try generator.announcement(for: moment)?.samples ?? []
                    let missing = samples.filter { !known.contains($0) }
                    #expect(!samples.isEmpty && missing.isEmpty, "\(tag), \(units): \(missing)")
                }
            }
        }

        /// Every maneuver at every stage, near and far, with and without a second maneuver.
        private static let moments: [NavigationInfo] = Maneuver.allCases.flatMap { maneuver in
            [CueStage.now, .prepare, .far].flatMap { stage in
                [20.0, 480, 1540, 12_000].flatMap { meters in
                    [nil, Maneuver.turnLeft, .roundaboutLeftClockwise].map { next in
                        NavigationInfo.make(
                            maneuver, stage, maneuver.isDestination ? .destination : .maneuver, meters: meters,
                            exit: maneuver.isRoundabout ? 3 : nil, then: maneuver.isDestination ? nil : next)
                    }
                }
            }
        }

        @Test func `existing clips stay, and silence is trimmed`() throws {
            try make("de", "--units", "metric")
            let path = clips + "/turnLeft.wav"
            let made = try SoundFile(checked: path)
            #expect(made.samples.prefix(400).contains { abs(Int($0)) > 100 })
            #expect(made.samples.suffix(400).contains { abs(Int($0)) > 100 })
            try ClipBytes.write(ClipBytes.wav([0.1, 0.2]), to: path)
            try FileManager.default.removeItem(atPath: clips + "/turnRight.wav")
            try make("de", "--units", "metric")
            #expect(try SoundFile(checked: path).samples.count == 2)
            #expect(FileManager.default.fileExists(atPath: clips + "/turnRight.wav"))
            try make("de", "--units", "metric", "--replace")
            #expect(try SoundFile(checked: path).samples.count > 5000)
            #expect(try ClipFolder(path: clips).problems.isEmpty)
        }

        @Test func `a sentence with missing clips is skipped and the next one is played`() throws {
            try make("en", "--units", "metric")
            for name in ["200", "unitMeters"] { try FileManager.default.removeItem(atPath: "\(clips)/\(name).wav") }
            let log = OutputLog()
            var settings = RealVoice.settings(file: folder.path + "/speech.wav")
            settings["samples"] = .text(clips)
            var driver = ControlDriver(
                try SpeechControl(
                    ControlContext(settings: Settings(settings), reporter: log.reporter),
                    show: { log.show($0) }, complain: { log.complain($0) }))
            try driver.start()
            driver.deliver(.navigation(.make(.turnLeft, .prepare, identity: 1, meters: 200)))
            driver.deliver(.navigation(.make(.turnLeft, identity: 2)))
            driver.stop()
            #expect(log.notes.complaints.count == 1)
            #expect(log.texts(.failed).first?.contains("200.wav, unitMeters.wav are missing") == true)
            #expect(log.texts(.ended) == ["now turn left"])
        }

        @Test func `each error of make-samples has its exit code`() throws {
            #expect(MakeSamplesCommand.run(["--language", "en"]) == .usage)
            #expect(MakeSamplesCommand.run(["--out", clips, "extra"]) == .usage)
            #expect(MakeSamplesCommand.run(["--help"]) == .success)
            let folder = ["--languages", Checkout.languages.path]
            #expect(MakeSamplesCommand.run(["--out", clips, "--language", "xx"] + folder) == .noInput)
            #expect(MakeSamplesCommand.run(["--out", "/proc/nonexistent/clips"] + folder) == .outputError)
            #expect(MakeSamplesCommand.run(["--out", clips, "--voice", "xx-none"] + folder) == .unavailable)
            #expect(MakeSamplesCommand.run(["--list"] + folder) == .success)
        }
    }
}
