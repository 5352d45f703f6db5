import Foundation
import NavigationEvents
import TestSupport
import Testing

/// Route requests from end to end: a real bus with a drive that leaves its route, the real router, a real engine.
@Suite("Rerouting with real routing engines", .serialized, .timeLimit(.minutes(5)))
struct RerouteTests {
    @Test(arguments: RoutingServer.Engine.allCases) func `a drive off route gets another route and arrives`(
        engine: RoutingServer.Engine
    ) throws {
        let server = try RoutingServer(engine)
        try server.start()
        let drive = try ReroutedDrive()
        try drive.begin(server, speed: 40)
        let (run, events) = drive.finish()
        #expect(run?.exitCode == 0, "\(drive.words)")
        let starts = events.all("navigationStarted")
        try #require(starts.count == 2, "\(drive.words)")
        #expect(starts[1]["reason"] as? String == "ROUTE_REASON_REROUTED")
        #expect(names(of: starts[0]).contains("South Road") && names(of: starts[0]).contains("East Lane"))
        #expect(names(of: starts[1]).contains("North Road") && !names(of: starts[1]).contains("South Road"))
        let guidance = events.all("navigation")
        #expect(guidance.contains { $0["state"] as? String == "NAVIGATION_STATE_REROUTING" && $0["rerouting"] != nil })
        #expect(events.failures.isEmpty)
        #expect(guidance.last?["isDestinationReached"] as? Bool == true)
        #expect(guidance.last?["routeId"] as? String == starts[1]["id"] as? String)
        #expect(events.all("navigationStopped").count == 1)
    }

    @Test(
        arguments: RoutingServer.Engine.allCases)
    func `a failed request is in the events and repeated`(engine: RoutingServer.Engine)
        throws
    {
        let server = try RoutingServer(engine)
        try server.start()
        let drive = try ReroutedDrive()
        try drive.begin(server, speed: 16)
        #expect(drive.wait { $0.all("navigation").count > 3 }, "\(drive.words)")
        server.stop()
        #expect(drive.wait { !$0.failures.isEmpty }, "\(drive.words)")
        try server.start()
        let (run, events) = drive.finish()
        #expect(run?.exitCode == 0, "\(drive.words)")
        #expect(events.failures.allSatisfy { $0.contains(" at \(server.url): no server listens there") })
        let starts = events.all("navigationStarted")
        #expect(starts.count == 2)
        #expect(starts.last?["reason"] as? String == "ROUTE_REASON_REROUTED")
        #expect(events.all("navigation").last?["isDestinationReached"] as? Bool == true)
    }

    @Test func `the router survives the bus and answers its successor`() throws {
        let server = try RoutingServer(.osrm)
        try server.start()
        let drive = try ReroutedDrive()
        try drive.begin(server, speed: 16)
        #expect(drive.wait { $0.all("navigation").count > 3 }, "\(drive.words)")
        kill(try #require(try drive.busProcess()), SIGKILL)
        let (run, events) = drive.finish()
        #expect(run?.exitCode == 0, "\(drive.words)")
        #expect(run?.errors.contains("the bus is back") == true)
        #expect(run?.errors.contains("control router") == false, "\(run?.errors ?? "")")
        #expect(events.all("navigationStarted").last?["reason"] as? String == "ROUTE_REASON_REROUTED")
        #expect(events.all("navigation").last?["isDestinationReached"] as? Bool == true)
    }

    @Test(arguments: RoutingServer.Engine.allCases) func `without a road the error has the message of the engine`(
        engine: RoutingServer.Engine
    ) throws {
        let server = try RoutingServer(engine)
        try server.start()
        let outcome = try BuiltProgram("navbus-router").run([
            "ask", "--url", server.url, "--from", "49.4,8.6", "--to", "49.45,8.6",
        ])
        #expect(outcome.exitCode == 69)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("at \(server.url): it refused with"), "\(outcome.errors)")
        #expect(outcome.errors.contains("no road is near enough"), "\(outcome.errors)")
    }

    @Test(arguments: RoutingServer.Engine.allCases) func `a destination starts navigation from the present position`(
        engine: RoutingServer.Engine
    ) throws {
        let server = try RoutingServer(engine)
        try server.start()
        let folder = try TemporaryFolder()
        let log = try folder.write(ReceiverLog.nmea(along: [Ladder.start, Ladder.goal]), to: "drive.nmea")
        let file = try folder.write(
            "controls = []\n[source]\nkind = \"nmea\"\npath = \"\(log)\"\nspeed = 1\n", to: "drive.toml")
        let environment = [
            "NAVBUS_ENDPOINT": "ipc://\(folder.path)/run/requests", "NO_COLOR": "1", "NAVBUS_ROUTER": server.url,
        ]
        let navbus = BuiltProgram.navbus
        let run = try navbus.start(
            ["run", "--config", file, "--run-folder", "\(folder.path)/run"], environment: environment)
        #expect(run.wait { $0.output.contains("bus up") })
        let goal = "\(Ladder.goal.latitudeDegrees),\(Ladder.goal.longitudeDegrees)"
        let started = RunningCondition {
            try navbus.run(["start", "--to", goal], environment: environment)
        }.until { $0.exitCode == 0 }
        #expect(started?.output.hasPrefix("started: ") == true, "\(started?.errors ?? "")")
        #expect(run.wait { $0.output.contains("navigation started") })
        let nowhere = try navbus.run(
            ["start", "--to", goal, "--from", "49.4,8.6", "--router", "http://127.0.0.1:1"], environment: environment)
        #expect(nowhere.exitCode == 69)
        #expect(
            nowhere.errors.contains("failed to get a route from the routing server at http://127.0.0.1:1: no server"))
        run.signal(SIGTERM)
        #expect(run.wait().exitCode == 0)
    }

    @Test func `without a position the start by a destination fails`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("controls = []\n", to: "drive.toml")
        let environment = ["NAVBUS_ENDPOINT": "ipc://\(folder.path)/run/requests", "NO_COLOR": "1"]
        let run = try BuiltProgram.navbus.start(
            ["run", "--config", file, "--run-folder", "\(folder.path)/run"], environment: environment)
        #expect(run.wait { $0.output.contains("bus up") })
        let outcome = try BuiltProgram.navbus.run(["start", "--to", "49.4,8.6"], environment: environment)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("The bus has no position of main yet"), "\(outcome.errors)")
        run.signal(SIGTERM)
        #expect(run.wait().exitCode == 0)
    }

    /// The roads of a route.
    private func names(of route: [String: Any]) -> Set<String> {
        let legs = route["legs"] as? [[String: Any]] ?? []
        let steps = legs.flatMap { $0["steps"] as? [[String: Any]] ?? [] }
        return Set(steps.compactMap { $0["fullRoadName"] as? String })
    }
}

/// A command that is repeated until it succeeds.
private struct RunningCondition {
    var attempt: () throws -> BuiltProgram.Outcome

    init(_ attempt: @escaping () throws -> BuiltProgram.Outcome) { self.attempt = attempt }

    /// The first successful outcome, or the last one after half a minute.
    func until(_ condition: (BuiltProgram.Outcome) -> Bool) -> BuiltProgram.Outcome? {
        let end = Date(timeIntervalSinceNow: 30)
        var last: BuiltProgram.Outcome?
        while Date() < end {
            last = try? attempt()
            if let last, condition(last) { break }
        }
        return last
    }
}
