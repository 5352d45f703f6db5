import EventBus
import Journal
import NavigationEvents
import Positions
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("A plan as flat settings")
struct LoopPlanTests {
    private static var everything: LoopPlan {
        var source = SourcePlan(kind: .nmea)
        source.path = "/drives/one.nmea"
        source.host = "receiver"
        source.port = 2948
        source.baud = 9600
        source.pace = .max
        source.speedFactor = 1.25
        source.noiseMeters = 0
        source.seed = UInt64.max - 3
        source.rateHertz = 10
        source.startTime = Timestamp(nanosecondsSinceEpoch: 1_777_881_600_000_000_007)
        return LoopPlan(
            endpoints: BusEndpoints(requests: "ipc:///r/requests", events: "ipc:///r/events"),
            session: Session("bike") ?? .main, cueTimingFactor: 1.5, source: source,
            controlSettings: [
                "speech": ["voice": .text("de"), "devices.first": .list(["a", "b"]), "a/b": .bool(true)],
                "signs": ["width": .integer(320), "scale": .number(1.5)], "console": [:],
            ],
            controlRoles: ["haptics": [.control, .operator], "console": []],
            journal: JournalSettings(folder: "/r/journal", maxBytes: 1 << 20, seconds: 60),
            access: AccessSettings(
                remote: BusEndpoints(requests: "tcp://*:1", events: "tcp://*:2"), keysFolder: "/k",
                otherUsers: [.tap, .source], maxPeers: 9, requestsPerSecond: 10),
            resumeKey: "main|/etc/drive.toml")
    }

    @Test(arguments: [LoopPlan(), everything])
    func `a plan survives the conversion to settings`(plan: LoopPlan) throws {
        #expect(try LoopPlan(settings: plan.settings) == plan)
    }

    @Test func `a missing key keeps its default`() throws {
        #expect(try LoopPlan(settings: [:]) == LoopPlan())
    }

    @Test(
        arguments: [
            ("sauce.kind", SettingValue.text("gpsd")), ("session", .text("no such name!")), ("session", .integer(1)),
            ("source.kind", .text("radio")), ("source.path", .text("a.gpx")), ("cue_timing_factor", .number(.nan)),
            ("journal.folder", .text("relative")), ("journal.most_bytes", .integer(0)), ("control/x/y", .bool(true)),
            ("roles/speech", .list(["king"])), ("access.remote.events", .text("tcp://*:1")),
            ("access.most_peers", .text("many")),
        ])
    func `an error names the invalid key`(key: String, value: SettingValue) {
        let error = #expect(throws: LoopError.self) { try LoopPlan(settings: [key: value]) }
        #expect(error?.description.contains(key.hasPrefix("access.remote") ? "access.remote" : key) == true)
    }

    @Test(
        arguments: [
            ["source.kind": SettingValue.text("gpx")], ["source.kind": .text("gpx"), "source.path": .text("a.gpx")],
            ["source.kind": .text("simulate"), "source.pace": .number(0)],
            ["source.kind": .text("gpsd"), "source.port": .integer(0)],
        ])
    func `an invalid source is refused`(settings: [String: SettingValue]) {
        #expect(throws: LoopError.self) { try LoopPlan(settings: settings) }
    }
}
