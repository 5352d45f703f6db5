import EventBus
import EventCodec
import Guidance
import NavigationEvents
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("The check of a plan")
struct LoopPlanTests {
    private static let plain = LoopPlan(
        endpoints: BusEndpoints(requests: "ipc:///r/requests", events: "ipc:///r/events"),
        maxSessions: BusLimits.maxOpenedSessions)

    private static func plan(_ kind: SourcePlan.Kind, _ set: (inout SourcePlan) -> Void = { _ in }) -> LoopPlan {
        var source = SourcePlan(kind: kind)
        set(&source)
        var plan = plain
        plan.source = source
        return plan
    }

    @Test func `plans with default values and with every part are valid`() throws {
        try Self.plain.check()
        for kind in SourcePlan.Kind.allCases {
            for pace in [ReplayPace.max, .recorded, .factor(0.01)] {
                try Self.plan(kind) {
                    $0.path = "/drives/one"
                    $0.pace = pace
                }.check()
            }
        }
    }

    @Test func `an error names the invalid field`() throws {
        let changes: [(field: String, change: (inout LoopPlan) -> Void)] = [
            ("cue_timing_factor", { $0.cueTimingFactor = .nan }), ("cue_timing_factor", { $0.cueTimingFactor = 11 }),
            ("max_sessions", { $0.maxSessions = -1 }),
            ("max_sessions", { $0.maxSessions = BusLimits.maxOpenedSessions + 1 }),
            ("journal.folder", { $0.journal.folder = "relative" }), ("journal.max_bytes", { $0.journal.maxBytes = 0 }),
            ("journal.kept_seconds", { $0.journal.seconds = -1 }), ("access.max_peers", { $0.access.maxPeers = 0 }),
            ("access.requests_per_second", { $0.access.requestsPerSecond = 1_000_001 }),
        ]
        for (field, change) in changes {
            var plan = Self.plain
            change(&plan)
            Self.expectRefusal(plan, field)
        }
    }

    @Test func `guidance has the units of the speech control`() {
        var plan = Self.plain
        #expect(GuidanceSettings(plan) == GuidanceSettings())
        plan.cueTimingFactor = 1.5
        plan.controlSettings = ["speech": ["units": .text("us")], "signs": ["units": .text("uk")]]
        #expect(GuidanceSettings(plan) == GuidanceSettings(cueTimingFactor: 1.5, units: .us))
        plan.controlSettings["speech"] = ["units": .text("parsec")]
        #expect(GuidanceSettings(plan).units == .metric)
    }

    @Test func `an error names the invalid field of a source`() {
        Self.expectRefusal(Self.plan(.gpx), "source.path")
        Self.expectRefusal(Self.plan(.nmea) { $0.path = "a.nmea" }, "source.path")
        Self.expectRefusal(Self.plan(.gpsd) { $0.port = 0 }, "source.port")
        Self.expectRefusal(Self.plan(.gpsd) { $0.baud = 0 }, "source.baud")
        for factor in [0, -1, .nan, .infinity] {
            Self.expectRefusal(Self.plan(.simulate) { $0.pace = .factor(factor) }, "source.pace_factor")
        }
        Self.expectRefusal(Self.plan(.simulate) { $0.speedFactor = 1001 }, "source.speed_factor")
        Self.expectRefusal(Self.plan(.simulate) { $0.noiseMeters = -1 }, "source.noise_meters")
        Self.expectRefusal(Self.plan(.simulate) { $0.rateHertz = .infinity }, "source.rate_hertz")
    }

    private static func expectRefusal(_ plan: LoopPlan, _ field: String) {
        let error = #expect(throws: LoopError.self) { try plan.check() }
        #expect(error?.description.contains("\"\(field)\" is ") == true, "\(field): \(error?.description ?? "")")
    }
}
