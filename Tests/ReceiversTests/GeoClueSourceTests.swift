import Foundation
import NavigationEvents
import Positions
import TestSupport
import Testing

@testable import DBus
@testable import Receivers

/// A simulated GeoClue, which refuses, ends and reports absurd values.
@Suite("Positions from GeoClue", .timeLimit(.minutes(2)))
struct GeoClueSourceTests {
    private static func source(_ bus: PrivateBus, clientSeconds: Double = 10) -> GeoClueSource {
        var source = GeoClueSource(bus: .at(bus.address))
        source.timeouts.client = clientSeconds
        return source
    }

    private static var here: [String: Any] {
        [
            "Latitude": 50.05, "Longitude": 8.25, "Accuracy": 12.5, "Altitude": 104.5, "Speed": 11.5, "Heading": 195.6,
            "Timestamp": [1_777_881_600, 250_000],
        ]
    }

    @Test func `a location becomes a fix, and navbus asks for exact ones under its name`() async throws {
        let bus = try PrivateBus()
        let geoclue = try bus.start(rig: "geoclue")
        let told = CollectedPositions(Self.source(bus))
        #expect(geoclue.wait { !$0.events("start").isEmpty })
        let set = geoclue.events("set")
        #expect(set.compactMap { $0["value"] as? String } == ["navbus"])
        #expect(set.compactMap { $0["value"] as? Int } == [8])
        try geoclue.order("move", Self.here)
        #expect(await told.wait { $0.fixes.count == 1 }, "\(told.texts)")
        let fix = try #require(told.fixes.first)
        #expect(fix.time == Timestamp(nanosecondsSinceEpoch: 1_777_881_600_250_000_000))
        #expect(fix.position == Coordinate(latitudeDegrees: 50.05, longitudeDegrees: 8.25))
        #expect(fix.horizontalAccuracyMeters == 12.5 && fix.altitudeMeters == 104.5)
        #expect(fix.speedMetersPerSecond == 11.5 && fix.courseDegrees == 195.6)
    }

    @Test func `unknown values are absent, and a position of kilometres keeps its accuracy`() async throws {
        let bus = try PrivateBus()
        let geoclue = try bus.start(rig: "geoclue")
        let told = CollectedPositions(Self.source(bus))
        #expect(geoclue.wait { !$0.events("start").isEmpty })
        let unknown: [String: Any] = [
            "Accuracy": 25_000, "Altitude": -1.797_693_134_862_315_7e308, "Speed": -1, "Heading": -1,
        ]
        try geoclue.order("move", Self.here.merging(unknown) { $1 })
        try geoclue.order("move", Self.here.merging(["Accuracy": 1, "Speed": 0]) { $1 })
        #expect(await told.wait { $0.fixes.count == 2 }, "\(told.texts)")
        let (network, standing) = (told.fixes[0], told.fixes[1])
        #expect(network.horizontalAccuracyMeters == 25_000)
        #expect(network.altitudeMeters == nil && network.speedMetersPerSecond == nil && network.courseDegrees == nil)
        // At rest the heading may be that of a compass, and no receiver reaches one metre.
        #expect(standing.speedMetersPerSecond == 0 && standing.courseDegrees == nil)
        #expect(standing.horizontalAccuracyMeters == 3)
    }

    @Test func `absurd locations are skipped and counted, and the next one is used`() async throws {
        let bus = try PrivateBus()
        let geoclue = try bus.start(rig: "geoclue")
        let told = CollectedPositions(Self.source(bus))
        #expect(geoclue.wait { !$0.events("start").isEmpty })
        var withoutLatitude = Self.here
        withoutLatitude["Latitude"] = nil
        var withoutTime = Self.here
        withoutTime["Timestamp"] = nil
        let absurd: [[String: Any]] = [
            Self.here.merging(["Latitude": 91]) { $1 }, Self.here.merging(["Longitude": 1e300]) { $1 },
            Self.here.merging(["Latitude": "nan"]) { $1 }, Self.here.merging(["Latitude": "fifty"]) { $1 },
            withoutLatitude, withoutTime, Self.here.merging(["Timestamp": [UInt64.max, 0]]) { $1 },
            Self.here.merging(["Timestamp": [1, 1_000_000]]) { $1 }, ["isGone": true],
        ]
        for location in absurd { try geoclue.order("move", location) }
        try geoclue.order("move", Self.here.merging(["Accuracy": 1e300, "Speed": 1e9, "Altitude": 1e9]) { $1 })
        #expect(await told.wait { $0.fixes.count == 1 }, "\(told.texts)")
        let fix = try #require(told.fixes.first)
        #expect(fix.horizontalAccuracyMeters == PhysicalRange.maxAccuracyMeters)
        #expect(fix.speedMetersPerSecond == nil && fix.altitudeMeters == nil)
        // The location that GeoClue has replaced already is no error.
        #expect(told.problems.count == absurd.count - 1, "\(told.texts)")
        #expect(told.texts.last?.hasSuffix("(\(absurd.count - 1) so far)") == true)
    }

    @Test func `not a number in a location is an invalid position`() throws {
        let here: [String: DBusValue] = [
            "Latitude": .double(.nan), "Longitude": .double(8), "Timestamp": .structure([.integer(1), .integer(0)]),
        ]
        #expect(throws: GeoClueLocation.Flaw(reason: "has an invalid position")) { try GeoClueLocation.fix(here) }
        let accuracy = here.merging(["Latitude": .double(50), "Accuracy": .double(.nan)]) { $1 }
        #expect(try GeoClueLocation.fix(accuracy).horizontalAccuracyMeters == nil)
    }

    @Test func `the end of GeoClue and of the bus is reported, and positions continue after the return`() async throws {
        let bus = try PrivateBus()
        var geoclue = try bus.start(rig: "geoclue")
        let told = CollectedPositions(Self.source(bus))
        #expect(geoclue.wait { !$0.events("start").isEmpty })
        try geoclue.order("move", Self.here)
        #expect(await told.wait { $0.fixes.count == 1 }, "\(told.texts)")
        geoclue.end()
        #expect(await told.wait { $0.texts.contains { $0.contains("GeoClue: it has ended") } }, "\(told.texts)")
        geoclue = try bus.start(rig: "geoclue")
        #expect(geoclue.wait { !$0.events("start").isEmpty })
        try geoclue.order("move", Self.here)
        #expect(await told.wait { $0.fixes.count == 2 }, "\(told.texts)")
        #expect(told.problems.last == .reconnected(address: "GeoClue"))
        let before = told.problems.count
        bus.end()
        #expect(await told.wait { $0.problems.count > before + 1 })
        #expect(told.texts.last?.contains("the system bus cannot be reached") == true, "\(told.texts)")
    }

    @Test(arguments: [
        (#"{"denies": true}"#, "it denies access to navbus; permit it in the privacy settings"),
        (#"{"withoutAgent": true}"#, "it waits for an agent of this user; start an agent"),
    ])
    func `a refusal names its remedy`(plan: String, words: String) async throws {
        let bus = try PrivateBus()
        let geoclue = try bus.start(rig: "geoclue", plan)
        let told = CollectedPositions(Self.source(bus, clientSeconds: 0.3))
        #expect(await told.wait { $0.problems.count >= 2 })
        #expect(told.texts.first?.hasPrefix("get positions from GeoClue: \(words)") == true, "\(told.texts)")
        #expect(!told.texts[1].contains("allowed=true") && !told.texts[1].contains("start an agent"))
        geoclue.end()
    }

    @Test func `a bus without GeoClue, and no bus, are clear problems`() async throws {
        let bus = try PrivateBus()
        let without = CollectedPositions(Self.source(bus))
        #expect(await without.wait { !$0.problems.isEmpty })
        #expect(without.texts.first?.contains("GeoClue: it is not installed; install it (sudo apt-get") == true)
        let nowhere = CollectedPositions(GeoClueSource(bus: .at("unix:path=/nowhere")))
        #expect(await nowhere.wait { !$0.problems.isEmpty })
        #expect(nowhere.texts.first?.contains("the system bus cannot be reached (No such file") == true)
    }
}
