import Foundation
import NavigationEvents
import Platform
import TestSupport

/// A run of a real bus with the real router, and the events that a tap recorded.
final class ReroutedDrive {
    let folder: TemporaryFolder
    private var run: RunningProgram?
    private var tap: RunningProgram?

    private let more: [String: String]

    /// - Parameter environment: further variables of the programs.
    init(environment: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        more = environment
    }

    private var environment: [String: String] {
        ["NAVBUS_ENDPOINT": "ipc://\(folder.path)/run/requests", "NO_COLOR": "1"].merging(more) { $1 }
    }

    /// Requests the route along the south from the server, and begins to drive along the other one.
    func begin(_ server: RoutingServer, speed: Double) throws { try begin(server.url, speed: speed) }

    /// The same with any source of routes, along any corners.
    func begin(_ source: String, along corners: [Coordinate] = Ladder.drivenCorners, speed: Double) throws {
        let log = try folder.write(ReceiverLog.nmea(along: corners), to: "drive.nmea")
        let answer = try ask(source)
        let route = try folder.write(answer.output, to: "route.json")
        let file = try folder.write(
            """
            controls = []
            [source]
            kind = "nmea"
            path = "\(log)"
            speed = \(speed)
            [route]
            path = "\(route)"
            [router]
            timeoutSeconds = 2
            """, to: "drive.toml")
        tap = try BuiltProgram.navbus.start(["tap", "--json"], environment: environment)
        run = try BuiltProgram.navbus.start(
            ["run", "--config", file, "--run-folder", "\(folder.path)/run", "--router", source],
            environment: environment)
    }

    /// Runs `navbus-router ask`, like `navbus start --to`.
    private func ask(_ source: String) throws -> BuiltProgram.Outcome {
        let start = "\(Ladder.start.latitudeDegrees),\(Ladder.start.longitudeDegrees),90"
        let goal = "\(Ladder.goal.latitudeDegrees),\(Ladder.goal.longitudeDegrees)"
        return try BuiltProgram("navbus-router").run(
            ["ask", "--url", source, "--from", start, "--to", goal], environment: environment)
    }

    /// The process id of the bus; `nil` if it does not answer.
    func busProcess() throws -> Int32? {
        let outcome = try BuiltProgram.navbus.run(["status", "--json"], environment: environment)
        let reply = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        let status = (reply?["reply"] as? [String: Any])?["status"] as? [String: Any]
        let number = status?["processId"]
        return (number as? NSNumber)?.int32Value ?? (number as? String).flatMap { Int32($0) }
    }

    /// The number of the process of the router; `nil` if the launcher has none.
    func routerProcess() -> Int32? { run.flatMap { ChildProcesses.first(of: $0.processID, named: "navbus-router") } }

    /// Waits for an event; `false` if it does not come.
    func wait(for condition: ([[String: Any]]) -> Bool) -> Bool {
        tap?.wait { condition(Self.events($0.output)) } ?? false
    }

    /// Waits for the end and returns all recorded events.
    func finish() -> (run: BuiltProgram.Outcome?, events: [[String: Any]]) {
        let outcome = run?.wait()
        tap?.signal(SIGTERM)
        let seen = tap?.wait()
        return (outcome, Self.events(seen?.output ?? ""))
    }

    var words: String { "\(run?.output ?? "")\n\(run?.errors ?? "")\n\(tap?.errors ?? "")" }

    /// The complete lines; the last one may be incomplete.
    private static func events(_ text: String) -> [[String: Any]] {
        text.split(separator: "\n").compactMap {
            (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
        }
    }
}

extension [[String: Any]] {
    /// The events of a name, in order.
    func all(_ name: String) -> [[String: Any]] { compactMap { $0[name] as? [String: Any] } }

    /// The reasons in the events why no route was found.
    var failures: [String] {
        all("navigation").compactMap { ($0["rerouting"] as? [String: Any])?["failure"] as? String }.filter {
            !$0.isEmpty
        }
    }
}
