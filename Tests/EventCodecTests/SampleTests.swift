import Foundation
import NavigationEvents
import Platform
import Testing

@testable import EventCodec

/// The files of `Tests/Samples/v1`: `<message>.<name>.bin` with its `.json`, and `.newer.bin` with fields of a later
/// version. `NAVBUS_WRITE_SAMPLES=1 swift test --filter SampleTests` writes only the missing ones.
@Suite(.serialized) struct SampleTests {
    private static let mayWrite = ProcessInfo.processInfo.environment["NAVBUS_WRITE_SAMPLES"] == "1"

    @Test func `every sample is encoded and decoded as when it was made`() throws {
        for (name, value) in Samples.all {
            try writeIfMissing("\(name).bin", Data(value.wireBytes()))
            try writeIfMissing("\(name).json", Data((value.json() + "\n").utf8))
            let bytes = try read("\(name).bin")
            #expect(bytes == value.wireBytes(), "\(name): the bytes of a value have changed")
            try expectSame(bytes, rewritten: bytes, name: name, type: type(of: value))
        }
    }

    @Test func `fields of a later version are skipped at every level, and the others are kept`() throws {
        let newer = try Newer(contract: Contract())
        for (name, value) in Samples.all where !name.contains("every-") {
            let extended = newer.extended(value.wireBytes()[...], of: "\(type(of: value))")
            try expectSame(extended, rewritten: value.wireBytes(), name: name, type: type(of: value))
            guard Self.newerSamples.contains(name) else { continue }
            try writeIfMissing("\(name).newer.bin", Data(extended))
            let kept = try read("\(name).newer.bin")
            try expectSame(kept, rewritten: value.wireBytes(), name: name, type: type(of: value))
        }
    }

    /// Together the samples have every message of the contract.
    private static let newerSamples: Set<String> = [
        "Envelope.gps-full", "Envelope.navigation-full", "Envelope.navigation-started-full",
        "Envelope.navigation-stopped", "Envelope.control-full", "RequestFrame.hello", "RequestFrame.missed",
        "RequestFrame.report", "RequestFrame.start", "RequestFrame.stop", "RequestFrame.status", "RequestFrame.mute",
        "RequestFrame.repeat-announcement", "RequestFrame.verbosity-3", "RequestFrame.calibrate", "ReplyFrame.welcome",
        "ReplyFrame.events", "ReplyFrame.done", "ReplyFrame.status", "ReplyFrame.refused-1", "Snapshot.full",
        "RequestFrame.report-numbered", "RequestFrame.heartbeat", "RequestFrame.position", "ReplyFrame.status-measured",
        "ReplyFrame.welcome-some-topics", "Snapshot.with-process", "LaunchOrder.plan", "LaunchOrder.begin",
        "LaunchOrder.control-full", "Envelope.navigation-rerouting", "RequestFrame.answer-route",
        "RequestFrame.open-session", "RequestFrame.close-session", "RequestFrame.sessions",
        "RequestFrame.say", "RequestFrame.playback-3", "RequestFrame.turn-page", "RequestFrame.hello-takes-commands",
        "Envelope.command-state", "Envelope.command-repeat", "Envelope.command-calibrate", "Envelope.command-say",
        "Envelope.command-page", "Envelope.command-page-next", "Envelope.command-page-previous",
        "Envelope.control-progressed", "Snapshot.with-command", "Envelope.control-picture",
        "RequestFrame.describe-cue", "RequestFrame.focus", "RequestFrame.focus-route", "RequestFrame.focus-point",
        "ReplyFrame.description", "Envelope.control-timed", "Envelope.command-focus-position",
        "Envelope.command-focus-route", "Envelope.command-focus-step", "Envelope.command-focus-point",
        "Envelope.heading-full", "RequestFrame.heading", "RequestFrame.part", "LaunchOrder.plan-full",
        "Envelope.landmarks",
    ]

    @Test func `every sample file belongs to a sample`() throws {
        let names = Set(Samples.all.map(\.name))
        let files = try FileManager.default.contentsOfDirectory(atPath: Place.samples.path)
        let strange = files.filter { file in
            let name = file.replacing(".newer.bin", with: "").replacing(".bin", with: "").replacing(".json", with: "")
            return !names.contains(name)
        }
        #expect(strange.isEmpty, "samples are append-only: restore their values")
    }

    @Test func `the four lanes of the vocabulary are decoded exactly`() throws {
        let envelope = try Envelope(wireBytes: read("Envelope.navigation-four-lanes.bin"))
        guard case .navigation(let info) = envelope.event, let lanes = info.currentStep?.lanes else {
            Issue.record("there is no current step")
            return
        }
        #expect(
            lanes.map { $0.directions.map(\.shape) } == [
                [.normalLeft], [.normalLeft], [.straight], [.straight, .normalRight],
            ])
        #expect(lanes.map { $0.directions.map(\.isRecommended) } == [[true], [true], [false], [false, false]])
    }

    private func expectSame(
        _ bytes: [UInt8], rewritten: [UInt8], name: String, type: any TopLevelMessage.Type
    ) throws {
        let read = try type.init(wireBytes: bytes)
        #expect(read.wireBytes() == rewritten, "\(name): reading and writing changes it")
        let json = String(decoding: try self.read("\(name).json"), as: UTF8.self)
        #expect(read.json() + "\n" == json, "\(name): its JSON has changed")
    }

    private func read(_ file: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: Place.samples.appending(path: file)))
    }

    private func writeIfMissing(_ file: String, _ data: Data) throws {
        let url = Place.samples.appending(path: file)
        guard Self.mayWrite, !FileManager.default.fileExists(atPath: url.path) else { return }
        try FileManager.default.createDirectory(at: Place.samples, withIntermediateDirectories: true)
        try data.write(to: url)
    }
}
