import NavigationEvents
import Testing

@Suite("Drives through small towns", .serialized)
struct TownDriveTests {
    /// A drive and its announcements.
    struct Case: Sendable, CustomTestStringConvertible {
        var town: String
        var places: String
        var announced: [String]

        var testDescription: String { "\(town) from \(places.first ?? "?") to \(places.last ?? "?")" }
    }

    static let cases = [
        Case(town: "roundabout", places: "SW", announced: ["roundaboutLeftCounterclockwise", "destination"]),
        Case(town: "left-hand", places: "SE", announced: ["roundaboutRightClockwise", "destination"]),
        Case(town: "motorway", places: "AT", announced: ["offRampSlightRight", "turnRight", "destination"]),
        Case(town: "lanes", places: "WN", announced: ["turnLeft", "destination"]),
        Case(town: "tunnel", places: "WS", announced: ["turnRight", "destination"]),
        Case(town: "ferry", places: "WE", announced: ["ferryBoat", "straight", "destination"]),
        Case(town: "ferry-turn", places: "WE", announced: ["ferryBoat", "turnLeft", "destination"]),
        Case(town: "ramps", places: "AF", announced: ["offRampSlightRight", "forkLeft", "destination"]),
        Case(town: "toll", places: "xE", announced: ["turnRight", "destination"]),
        Case(town: "toll", places: "AE", announced: ["destination"]),
        Case(town: "out-and-back", places: "WFE", announced: ["turnLeft", "stopover", "turnLeft", "destination"]),
        Case(town: "end-of-road", places: "WN", announced: ["turnLeft", "destination"]),
    ]

    @Test(arguments: cases) func `every maneuver is announced when due, and at most once before`(
        of drive: Case
    ) async throws {
        try await RoutingEngine.serving(drive.town) { engine in
            let route = try await engine.route(over: drive.places, in: .osrm)
            let driven = try TownDrive(along: route)
            var cues = driven.cues(of: route)
            #expect(cues.first == "follow start")
            // The start and a toll on the road ahead are announced once, and need no action.
            cues.removeAll { $0 == "follow start" || $0 == "prepare straight" }
            #expect(cues.filter { $0.hasPrefix("now ") } == drive.announced.map { "now \($0)" })
            // "In 300 metres …" comes directly before "now", and may be omitted if "now" follows soon.
            for (cue, next) in zip(cues, cues.dropFirst() + [""]) where !cue.hasPrefix("now ") {
                #expect(next == "now " + (cue.split(separator: " ").last ?? ""))
            }
            #expect(driven.topics == [.onNavigationStarted, .onNavigation, .onNavigationStopped])
            #expect(driven.infos.last?.isDestinationReached == true)
            #expect(driven.infos.last?.stopoversReached == route.stopovers.count)
            #expect(!driven.infos.contains { $0.isOffRoute })
        }
    }

    @Test func `the lanes of a maneuver are published before it and not after it`() async throws {
        try await RoutingEngine.serving("lanes") { engine in
            let route = try await engine.route(over: "WS", in: .osrm)
            let patterns = try TownDrive(along: route).infos.compactMap(\.currentStep?.lanePattern)
            #expect(Set(patterns.prefix { $0 == "xxxo" }) == ["xxxo"])
            #expect(Set(patterns.drop { $0 == "xxxo" }) == [""])
        }
    }

    @Test func `guidance reports the tunnel`() async throws {
        try await RoutingEngine.serving("tunnel") { engine in
            let infos = try await TownDrive(along: engine.route(over: "WS", in: .osrm)).infos
            let entered = try #require(infos.firstIndex { $0.isInTunnel })
            let left = try #require(infos.lastIndex { $0.isInTunnel })
            #expect(infos[entered...left].allSatisfy { $0.isInTunnel })
            let meters = [entered, left].compactMap { infos[$0].matched?.distanceAlongRouteMeters }
            #expect(abs(meters[0] - 520) < 25, "the portal is 520 m from the start")
            #expect(abs(meters[1] - 720) < 25, "the far portal is 720 m from the start")
        }
    }

    @Test func `the return on the same road is guided as the return`() async throws {
        try await RoutingEngine.serving("out-and-back") { engine in
            let infos = try await TownDrive(along: engine.route(over: "WFE", in: .osrm)).infos
            let along = infos.compactMap(\.matched?.distanceAlongRouteMeters)
            #expect(zip(along, along.dropFirst()).allSatisfy { $1 > $0 - 25 })
            #expect((along.last ?? 0) > 1150)
            #expect(infos.map(\.stopoversReached).filter { $0 == 1 }.count > 20)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func `the announcements do not depend on the noise`(seed: UInt64)
        async throws
    {
        try await RoutingEngine.serving("out-and-back") { engine in
            let route = try await engine.route(over: "WFE", in: .valhalla)
            let reference = try TownDrive(along: route)
            #expect(try TownDrive(along: route, seed: seed).cues(of: route) == reference.cues(of: route))
        }
    }
}
