package import NavigationControl
package import NavigationEvents
import Platform
package import Regions
import Routes
package import Supervisor
package import TOML

/// The installed control with the role router, whose commands request routes and places over the network. `navbus` itself
/// uses no network.
package struct InstalledRouter {
    /// Longer than the timeouts of the router itself.
    private static let timeoutSeconds = 70.0
    private static let maxBytes = 40 << 20

    private let executable: String

    /// - Parameter command: The command that is needed.
    /// - Throws: ``ConfigurationError`` if it is not installed.
    package init(for command: String = "ask") throws(ConfigurationError) {
        let entry = try ControlCatalog.discover().router()
        do throws(ControlCatalog.Obstacle) {
            executable = try entry.program(for: command)
        } catch {
            throw ConfigurationError(file: entry.file, text: "\(error)", isAboutAccess: true)
        }
    }

    /// A route request.
    package struct Query {
        package var from: Coordinate
        /// Degrees from true north; `nil` for any direction.
        package var courseDegrees: Double?
        package var stops: [Coordinate]
        /// The maximum number of further routes to choose from; servers have none for a route with stops on the way.
        package var alternatives = 0
        package var avoided: Set<RouteAvoidance> = []
        var mode: TravelMode
        /// The address of the server; `nil` for that of `NAVBUS_ROUTER`, or the default. The variable may hold a
        /// secret, so it is not passed as an argument.
        var url: String?
        /// The kind of the server; detected if `nil`.
        var engine: String?

        /// Makes a request, from a position to the last of the stops.
        package init(
            from: Coordinate, stops: [Coordinate], mode: TravelMode = .car, url: String? = nil, engine: String? = nil
        ) {
            self.from = from
            self.stops = stops
            self.mode = mode
            self.url = url
            self.engine = engine
        }

        /// The speed below which a course is meaningless.
        private static let minSpeedMetersPerSecond = 1.0

        /// Begins the route at a fix, in the direction of the vehicle while it moves.
        package mutating func begin(at fix: Fix) {
            from = fix.position
            courseDegrees = (fix.speedMetersPerSecond ?? 0) >= Self.minSpeedMetersPerSecond ? fix.courseDegrees : nil
        }

        var arguments: [String] {
            let course = courseDegrees.map { ",\($0)" } ?? ""
            var words = ["ask", "--from", "\(from.words)\(course)", "--mode", "\(mode)"]
            for via in stops.dropLast() { words += ["--via", via.words] }
            if let to = stops.last { words += ["--to", to.words] }
            if let url { words += ["--url", url] }
            if let engine { words += ["--engine", engine] }
            if alternatives > 0 { words += ["--alternatives", "\(alternatives)"] }
            if !avoided.isEmpty { words += ["--avoid", avoided.map(\.rawValue).sorted().joined(separator: ",")] }
            return words
        }
    }

    /// An older fix does not count as the present position, seconds.
    package static let maxFixAgeSeconds = 60.0

    /// Requests a route.
    package func ask(_ query: Query) async throws -> Route { try await routes(query)[0] }

    /// Requests a route and its alternatives; at least one route, the best first.
    package func routes(_ query: Query) async throws -> [Route] {
        let outcome = try await OneShot.run(
            executable, query.arguments, timeoutSeconds: Self.timeoutSeconds, maxOutputBytes: Self.maxBytes)
        guard outcome.exitCode == 0 else { throw RouterFailure(outcome, of: executable) }
        do {
            return try RouteDocument.read(outcome.output, travelMode: query.mode).map { route in
                var route = route
                route.travelMode = query.mode
                return route
            }
        } catch {
            throw ConfigurationError(file: executable, text: "failed to \(error)")
        }
    }

    /// Searches places with an online geocoder.
    ///
    /// - Parameters:
    ///   - text: The text that a person typed.
    ///   - near: The position from which distances count.
    ///   - limit: The maximum number of places.
    ///   - url: The address of the geocoder; `nil` for that of `NAVBUS_GEOCODER`. The variable may hold a secret, so it is
    ///     not passed as an argument.
    package func places(
        for text: String, near: Coordinate?, limit: Int, at url: String?
    ) async throws -> [Place] {
        var words = ["places", "--text", text, "--limit", "\(limit)"]
        if let near { words += ["--near", near.words] }
        if let url { words += ["--url", url] }
        let outcome = try await OneShot.run(
            executable, words, timeoutSeconds: Self.timeoutSeconds, maxOutputBytes: Self.maxBytes)
        guard outcome.exitCode == 0 else { throw RouterFailure(outcome, of: executable) }
        return try GeocoderAnswer(outcome.output).places(for: text, near: near, limit: limit)
    }
}

extension ControlManifest {
    /// Whether the control requests routes from a routing server: it has the role router and the command `ask`. A link to
    /// a fleet has the role for the answers of others.
    package var isRouteServerClient: Bool { roles.contains(.router) && commands["ask"] != nil }
}

extension ControlCatalog {
    /// The control that requests routes from a routing server.
    package func router() throws(ConfigurationError) -> Entry {
        if let entry = entries.first(where: \.manifest.isRouteServerClient) { return entry }
        throw ConfigurationError(
            file: "router",
            text: "is missing: no installed control has the role router, which requests routes from a routing server; "
                + "build or install one beside navbus",
            isAboutAccess: true)
    }
}

/// The router returned no route. The text completes "failed to …".
package struct RouterFailure: Error, CustomStringConvertible {
    let text: String

    /// - Parameter executable: The path of the router. Its messages begin with the name of its file.
    init(_ outcome: OneShot.Outcome, of executable: String) {
        let name = executable.split(separator: "/").last.map(String.init) ?? executable
        let line = outcome.errors.split(separator: "\n").last { $0.hasPrefix("\(name): ") }
        let said = line.map { $0.dropFirst(name.count + 2) } ?? "get a route: \(name) has ended without a message"
        text = String(said.hasPrefix(Self.beginning) ? said.dropFirst(Self.beginning.count) : said).printable
    }

    package var description: String { text }

    private static let beginning = "failed to "
}

extension Coordinate {
    fileprivate var words: String { "\(latitudeDegrees),\(longitudeDegrees)" }
}
