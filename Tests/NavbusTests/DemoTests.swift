import Foundation
import Platform
import TestSupport
import Testing

/// `navbus demo`, as in `make demo`, but at full speed.
@Suite(.serialized) struct DemoTests {
    @Test func `the demo guides a recorded drive and writes speech, pictures and a log`() throws {
        let folder = try TemporaryFolder()
        let outcome = try BuiltProgram.navbus.run(
            ["demo", "--speed", "200", "--out", folder.path], environment: ["NO_COLOR": "1", "TMPDIR": folder.path])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for control in ["speech", "signs", "lanes", "haptics"] {
            #expect(outcome.lines.contains { $0.dropFirst(5).hasPrefix("  \(control)") }, "nothing from \(control)")
        }
        for name in ["speech.wav", "signs/drive", "lanes/drive", "haptics.log", "events.jsonl"] {
            #expect(outcome.output.contains("\(folder.path)/\(name)"))
        }
        let made = [
            "speech.wav", "signs/drive/001.png", "signs/drive/001.svg", "lanes/drive/001.png", "lanes/drive/001.svg",
            "haptics.log",
        ]
        for name in made + ["events.jsonl"] {
            let size = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")[.size] as? Int
            #expect((size ?? 0) > 0, "\(name) is empty")
        }
        let log = try String(contentsOfFile: "\(folder.path)/events.jsonl", encoding: .utf8)
        #expect(log.contains("\"isDestinationReached\":true"))
        #expect(log.contains("\"speedLimit\":{"), "the guidance carries speed limits")
        #expect(log.contains("\"navigationStopped\""))
        let sockets = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasPrefix("navbus-demo")
        }
        #expect(sockets.isEmpty)
    }

    @Test func `the demo ends cleanly in the middle`() throws {
        let folder = try TemporaryFolder()
        let demo = try BuiltProgram.navbus.start(
            ["demo", "--speed", "5", "--out", folder.path], environment: ["NO_COLOR": "1", "TMPDIR": folder.path])
        #expect(demo.wait { $0.output.contains("Turn right") && $0.output.contains("turn right") })
        demo.signal(SIGINT)
        let outcome = demo.wait()
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("speech.wav"))
        #expect(!outcome.output.contains("\(folder.path)/lanes"), "no lanes were shown yet")
        #expect(Self.processes(naming: folder.path).isEmpty)
    }

    @Test func `the picture of the demo in the README shows what the demo prints`() throws {
        let picture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/demo.svg")
        let shown = Self.lines(ofPicture: try String(contentsOf: picture, encoding: .utf8))
        let expected = Self.texts(shown)
        #expect(expected.count == 4 && shown.count == 30)
        let folder = try TemporaryFolder()
        let demo = try BuiltProgram.navbus.start(
            ["demo", "--speed", "60", "--out", folder.path], environment: ["NO_COLOR": "1", "TMPDIR": folder.path])
        func printed() -> [String: [String]] { Self.texts(demo.output.split(separator: "\n").map(String.init)) }
        let isWhole = demo.wait { _ in
            expected.allSatisfy { control, texts in printed()[control, default: []].count >= texts.count }
        }
        demo.signal(SIGINT)
        _ = demo.wait()
        #expect(isWhole)
        let lines = printed()
        for (control, texts) in expected {
            #expect(Array(lines[control, default: []].prefix(texts.count)) == texts, "make demo-picture draws it")
        }
        #expect(shown.prefix(2).allSatisfy(demo.output.contains), "make demo-picture draws it")
    }

    /// The lines of text in a picture of a terminal.
    private static func lines(ofPicture svg: String) -> [String] {
        var lines: [(height: Substring, text: String)] = []
        for match in svg.matches(of: /<text [^>]*y="([0-9]+)"[^>]*>([^<]*)<\/text>/) {
            let text = match.2.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
            if lines.last?.height == match.1 {
                lines[lines.count - 1].text += String(text)
            } else {
                lines.append((match.1, String(text)))
            }
        }
        return lines.map(\.text)
    }

    /// The texts of each control in the lines of the demo, without the times.
    private static func texts(_ lines: [String]) -> [String: [String]] {
        var texts: [String: [String]] = [:]
        for line in lines {
            guard let match = line.wholeMatch(of: /[0-9:]+  ([a-z]+) +(.*)/) else { continue }
            texts[String(match.1), default: []].append(String(match.2))
        }
        return texts
    }

    /// The processes whose environment or command line names a folder.
    private static func processes(naming folder: String) -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.filter { name in
            guard Int32(name) != nil, Int32(name) != getpid() else { return false }
            let command = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
            let environment = FileManager.default.contents(atPath: "/proc/\(name)/environ") ?? Data()
            return command.range(of: Data(folder.utf8)) != nil || environment.range(of: Data(folder.utf8)) != nil
        }
    }
}
