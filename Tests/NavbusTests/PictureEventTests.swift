import CommandOutput
import EventBus
import Foundation
import NavigationEvents
import TestSupport
import Testing

/// The picture of a report, from the control that shows it to a replayed recording.
@Suite("Pictures that controls report", .serialized) struct PictureEventTests {
    private static let timeout = Duration.seconds(20)
    private static let picture = ReportedPicture(
        mediaType: "image/svg+xml", widthPoints: 48, heightPoints: 48,
        data: (0..<ReportedPicture.maxBytes).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    private static let report = ControlReport(
        control: "board", kind: .began, effect: "sign", text: "turn left", picture: picture)

    @Test func `a tap shows type and size of a picture, and not its data`() {
        var report = Self.report
        #expect(
            TapLine.summary(of: .control(report)) == "board began  sign  turn left  picture image/svg+xml 16.4 kB")
        report.picture?.data = Array("<svg/>".utf8)
        #expect(TapLine.summary(of: .control(report)).hasSuffix("picture image/svg+xml 6 B"))
        report.picture = ReportedPicture(mediaType: "", widthPoints: 0, heightPoints: 0, data: [])
        #expect(TapLine.summary(of: .control(report)).hasSuffix("picture of no type 0 B"))
        #expect([999, 1000, 999_940, 1_300_000].map(Quantity.bytes) == ["999 B", "1.0 kB", "999.9 kB", "1.3 MB"])
    }

    @Test func `the largest picture is tapped, recorded, exported and replayed complete`() throws {
        let run = try SupervisedRun()
        let recording = run.folder.path + "/signs.mcap"
        let bus = try run.start(controls: [])
        #expect(eventually { run.status() != nil })
        let tap = try BuiltProgram.navbus.start(["tap", "--only", "control"], environment: run.environment)
        let recorder = try BuiltProgram.navbus.start(["record", recording], environment: run.environment)
        #expect(eventually { run.control("tap") != nil && run.control("recorder") != nil })
        let endpoint = try #require(run.environment["NAVBUS_ENDPOINT"])
        let control = try BusClient(requests: endpoint)
        #expect(try control.request(.report(.main, Self.report), timeout: Self.timeout) == .done)
        let line = "board began  sign  turn left  picture image/svg+xml 16.4 kB"
        #expect(tap.wait { $0.output.contains(line) }, "\(tap.output)")
        for program in [tap, recorder, bus] {
            program.signal(SIGTERM)
            let outcome = program.wait()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        let exported = try BuiltProgram.navbus.run(["export", recording, "--jsonl"], environment: run.environment)
        #expect(exported.output.contains("\"data\":\"\(Data(Self.picture.data).base64EncodedString())\""))
        let replay = try BuiltProgram.navbus.start(
            ["replay", recording, "--speed", "max", "--wait", "1", "--run-folder", run.runFolder],
            environment: run.environment)
        let follower = try BusClient(requests: endpoint)
        _ = try follower.join(
            Hello(control: "display", topics: [.onControl], processID: getpid()), timeout: Self.timeout)
        #expect(try Self.next(follower)?.picture == Self.picture)
        replay.signal(SIGTERM)
        _ = replay.wait()
    }

    /// The next report of a sign.
    private static func next(_ client: BusClient) throws -> ControlReport? {
        while let delivery = try client.next(timeout: timeout) {
            if case .event(let envelope) = delivery, case .control(let report) = envelope.event,
                report.effect == "sign"
            {
                return report
            }
        }
        return nil
    }
}
