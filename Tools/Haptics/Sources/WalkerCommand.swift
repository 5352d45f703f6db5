import Haptics
import NavigationControl
import NavigationEvents
import Platform
import Routes
import TOML

/// `navbus haptics walker`: simulates walkers who follow only the pulses, and reports which of them arrive.
enum WalkerCommand {
    /// Simulates the walks and prints the results.
    static func run(_ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(WalkerArguments.help)
            return .success
        }
        do {
            let asked = try WalkerArguments(arguments)
            return try walk(asked) ? .success : .negative
        } catch let problem as CommandArguments.Problem {
            complain(usage: problem.text)
            return .usage
        } catch WalkError.file(let path, let reason) {
            complain("failed to \(WalkError.file(path: path, reason: reason))")
            return .outputError
        } catch {
            complain("failed to \(error)")
            return .noInput
        }
    }

    /// Simulates the walks.
    ///
    /// - Returns: Whether all walkers have arrived.
    private static func walk(_ asked: WalkerArguments) throws -> Bool {
        let tables = try asked.tables.map { try PatternFolder.ofProgram.table($0) }
        let routes = try asked.routes.map { (path: $0, route: try route($0, isAsFoot: asked.isAsFoot)) }
        // Writing the file now reports an error before the walk instead of after it.
        if let gpx = asked.gpx { try WalkTrack([]).write(to: gpx) }
        var report = WalkReport()
        for table in tables {
            for (path, route) in routes {
                for number in 0..<asked.seeds {
                    var settings = asked.walk
                    settings.seed &+= UInt64(number)
                    var walk = try Walk(along: route, table: table, settings: settings)
                    let line = WalkReport.Line(
                        table: table.name, route: path, seed: settings.seed, result: walk.run())
                    if report.lines.isEmpty, let gpx = asked.gpx { try WalkTrack(walk.trace).write(to: gpx) }
                    report.lines.append(line)
                    if asked.isJSON {
                        Terminal.line(line.json(asked.walk))
                    } else if asked.showsEach {
                        Terminal.line(line.text)
                    }
                }
            }
        }
        if !asked.isJSON { Terminal.lines(report.table(asked.walk)) }
        return report.lines.allSatisfy(\.result.hasArrived)
    }

    /// Refuses routes that would take too long to simulate.
    private static func check(_ route: Route, _ path: String) throws(WalkError) {
        let points = route.geometry
        guard points.count <= WalkError.maxPoints else { throw .tooFine(path: path, points: points.count) }
        guard points.allSatisfy({ abs($0.latitudeDegrees) <= WalkError.maxLatitudeDegrees }) else {
            throw .atThePole(path: path)
        }
        let meters = WalkGround(route).lengthMeters
        guard meters <= WalkError.maxMeters else { throw .tooLong(path: path, meters: meters) }
    }

    /// Reads the first route of a document, for walking.
    static func route(_ path: String, isAsFoot: Bool) throws -> Route {
        let bytes: [UInt8]
        do throws(ConfigurationError) {
            bytes = try TextFile.bytes(path)
        } catch {
            throw WalkError.route(path: path, reason: error.text)
        }
        var route: Route
        do {
            // A track does not contain the travel mode.
            route = try RouteDocument.read(bytes, travelMode: isAsFoot ? .foot : nil)[0]
        } catch {
            throw WalkError.route(path: path, reason: "\(error)")
        }
        if isAsFoot || route.travelMode == .unknown { route.travelMode = .foot }
        guard route.travelMode == .foot else { throw WalkError.notWalked(path: path) }
        try check(route, path)
        return route
    }
}
