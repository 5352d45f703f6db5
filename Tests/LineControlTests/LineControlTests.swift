import BusTestSupport
import Foundation
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import LineControl
@testable import NavigationControl

/// Events on their way to a program.
@Suite struct LineControlTests {
    private static let start = Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000)

    /// Delivers events to a program that copies its lines to a file, and returns these lines.
    private func lines(
        _ topics: [Topic] = Topic.allCases, settings: [String: SettingValue] = [:],
        memory: ControlMemory = ControlMemory(),
        _ deliver: (inout ControlDriver<LineControl>) -> Void
    ) throws -> [JSONNode] {
        let folder = try TemporaryFolder()
        let path = try folder.write("#!/bin/sh\nexec cat >lines\n", to: "program")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        let context = ControlContext(settings: Settings(settings), memory: memory)
        let program = try LineProgram(
            path: path, written: { line in line.cue.map { memory.rendered($0) } }, takeLine: { _ in })
        let control = LineControl(program, topics: topics, context) {}
        var driver = ControlDriver(control)
        try driver.start()
        deliver(&driver)
        driver.stop()
        let text = try String(contentsOfFile: "\(folder.path)/lines", encoding: .utf8)
        return try text.split(separator: "\n").map { try JSONDocument(Array($0.utf8)).root }
    }

    private func info(_ seconds: Double, cue: Cue?) -> NavigationInfo {
        var info = NavigationInfo.make()
        info.fix.time = Self.start.advanced(bySeconds: seconds)
        info.cue = cue
        return info
    }

    private func cue(_ identity: UInt64, validForSeconds: Double = 20) -> Cue {
        Cue(
            identity: identity, stage: .now, subject: .maneuver, stepNumber: 1, distanceMeters: 40, priority: .now,
            dueAt: Self.start, validForSeconds: validForSeconds)
    }

    /// The identities of the cues in the lines.
    private func cues(_ lines: [JSONNode]) -> [String] {
        lines.compactMap { $0.member("navigation")?.member("cue")?.member("identity")?.text }
    }

    @Test func `the first line has the settings, and the others the topics of the manifest`() throws {
        let lines = try lines(
            [.onNavigationStarted, .onNavigationStopped], settings: ["shout": .bool(true), "at": .list(["a"])]
        ) {
            $0.deliver([
                .gps(.make()), .navigationStarted(.make()), .navigation(info(1, cue: cue(1))),
                .navigationStopped(.requested),
            ])
        }
        #expect(lines.count == 3)
        #expect(lines[0].member("settings")?.member("shout")?.flag == true)
        #expect(lines[0].member("settings")?.member("at")?.elements?.first?.text == "a")
        #expect(lines[0].member("session")?.text == "main")
        #expect(lines[1].member("navigationStarted") != nil)
        #expect(lines[2].member("navigationStopped")?.member("reason")?.text == "STOP_REASON_REQUESTED")
    }

    @Test func `a line has the numbers and times of its event`() throws {
        let envelope = Envelope(
            run: 9, sequence: 7, topicSequence: 3, session: .main, monotonicNanoseconds: 5, publishedAt: Self.start,
            tick: 2,
            event: .gps(.make()))
        let lines = try lines { $0.deliver(envelope) }
        #expect(lines.last?.member("sequence")?.text == "7")
        #expect(lines.last?.member("run")?.text == "9")
        #expect(lines.last?.member("gps") != nil)
    }

    @Test func `a cue is in one line, whatever else changes`() throws {
        let lines = try lines { driver in
            driver.deliver(.navigationStarted(.make()))
            for second in 1...3 { driver.deliver(.navigation(info(Double(second), cue: cue(1)))) }
            for second in 4...5 { driver.deliver(.navigation(info(Double(second), cue: cue(2)))) }
        }
        #expect(cues(lines) == ["1", "2"])
        #expect(lines.count { $0.member("navigation") != nil } == 5)
    }

    @Test func `a cue of an earlier process, and one that has expired, are in no line`() throws {
        let folder = try TemporaryFolder()
        for expected in [["1"], []] {
            let memory = ControlMemory(path: "\(folder.path)/memory", run: 1) { Issue.record("\($0)") }
            let lines = try lines(memory: memory) { driver in
                driver.deliver(.navigationStarted(.make()))
                driver.deliver(.navigation(info(1, cue: cue(1))))
                driver.deliver(.navigation(info(1, cue: cue(2, validForSeconds: 0.5))))
            }
            #expect(cues(lines) == expected)
        }
    }

    @Test func `a display goes blank, whatever was missed`() throws {
        let lines = try lines { driver in
            driver.deliver(.navigationStarted(.make()))
            driver.deliver(.navigation(info(1, cue: nil)))
            driver.resynchronize(isNavigating: false)
            driver.deliver(.gps(.make()))
            driver.reportSilence()
        }
        #expect(lines.dropFirst(3).first?.member("navigationStopped") != nil)
        #expect(lines.last?.member("silence")?.flag == true)
    }
}
