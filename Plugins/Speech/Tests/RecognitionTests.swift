import Foundation
import NavigationControl
import NavigationEvents
import SpeechTestSupport
import TestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

extension RealVoice {
    /// Speech recognition of the spoken announcements.
    @Suite struct RecognitionTests {
        private static let drive: [(info: NavigationInfo, heard: String)] = [
            (.make(.turnLeft, .prepare, meters: 200), "in two hundred meters turn left"),
            (.make(.turnLeft, onto: "Mill Road"), "now turn left onto mill road"),
            (.make(.turnSharpRight, .prepare, meters: 480), "in five hundred meters make a sharp right"),
            (.make(.turnKeepLeft, .far, meters: 1980), "in two kilometers keep left"),
            (
                .make(.roundaboutCounterclockwise, .prepare, meters: 300, exit: 2),
                "in three hundred meters at the roundabout take the second exit"
            ),
            (.make(.turnRight, then: .turnLeft), "now turn right then turn left"),
            (
                .make(.turnRight, .prepare, meters: 300, lanes: [false, true]),
                "in three hundred meters turn right using the right lane"
            ),
            (.make(.straight, .follow, .followRoad, meters: 8000), "continue for eight kilometers"),
            (.make(.turnLeft, .now, .offRoute), "make a u turn when possible"),
            (.make(.turnUTurnCounterclockwise), "now make a u turn"),
            (
                .make(.destination, .prepare, .destination, meters: 300),
                "in three hundred meters you will reach your destination"
            ),
            (.make(.destinationLeft, .now, .destination), "you have reached your destination it is on your left"),
        ]

        @Test func `a recognizer hears a drive word for word`() throws {
            let folder = try TemporaryFolder()
            var (paths, texts): ([String], [String]) = ([], [])
            for (index, moment) in Self.drive.enumerated() {
                let path = "\(folder.path)/\(index).wav"
                let log = OutputLog()
                var driver = ControlDriver(
                    try SpeechControl(
                        ControlContext(settings: Settings(RealVoice.settings(file: path)), reporter: log.reporter),
                        show: { log.show($0) }, complain: { log.complain($0) }))
                try driver.start()
                driver.deliver(.navigation(moment.info))
                driver.stop()
                paths.append(path)
                texts += log.notes.shown
            }
            try #require(texts.count == Self.drive.count)
            let heard = try Recognizer.hear(paths, in: folder)
            try #require(heard.count == Self.drive.count)
            for (index, moment) in Self.drive.enumerated() {
                #expect(heard[index] == moment.heard, "said \"\(texts[index])\"")
            }
        }

        @Test func `a recognizer does not complete a truncated sentence`() throws {
            // The counter-check: the recogniser does not complete sentences by itself.
            let folder = try TemporaryFolder()
            let path = folder.path + "/left.wav"
            _ = try RealVoice.speak(["now turn left"], in: folder, name: "left.wav")
            let half = folder.path + "/half.wav"
            try Tool.run("sox", [path, half, "trim", "0", "0.35"])
            #expect(try Recognizer.hear([path, half], in: folder).map { $0 == "now turn left" } == [true, false])
        }
    }
}
