import NavigationControl
package import NavigationEvents
import Platform
import Routes
import Supervisor
package import TOML

/// The installed control with the role router, whose command `ask` requests a route from a routing server. `navbus`
/// itself uses no network.
package struct InstalledRouter {
    /// Longer than the timeouts of the router itself.
    private static let timeoutSeconds = 70.0
    private static let maxBytes = 40 << 20

    private let executable: String

    /// - Throws: ``ConfigurationError`` if it is not installed.
    package init() throws(ConfigurationError) {
        let entry = try ControlCatalog.discover().router()
        do throws(ControlCatalog.Obstacle) {
            executable = try entry.program(for: "ask")
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

        fileprivate var arguments: [String] {
            let course = courseDegrees.map { ",\($0)" } ?? ""
            var words = ["ask", "--from", "\(from.words)\(course)", "--mode", "\(mode)"]
            for via in stops.dropLast() { words += ["--via", via.words] }
            if let to = stops.last { words += ["--to", to.words] }
            if let url { words += ["--url", url] }
            if let engine { words += ["--engine", engine] }
            return words
        }
    }

    /// Requests a route.
    package func ask(_ query: Query) async throws -> Route {
        let outcome = try await OneShot.run(
            executable, query.arguments, timeoutSeconds: Self.timeoutSeconds, maxOutputBytes: Self.maxBytes)
        guard outcome.exitCode == 0 else { throw RouterFailure(outcome, of: executable) }
        var routes: [Route]
        do {
            routes = try RouteDocument.read(outcome.output)
        } catch {
            throw ConfigurationError(file: executable, text: "failed to \(error)")
        }
        routes[0].travelMode = query.mode
        return routes[0]
    }
}

extension ControlCatalog {
    /// The control with the role router that requests routes from a routing server: it has the command `ask`. A link to a
    /// fleet has the role for the answers of others.
    func router() throws(ConfigurationError) -> Entry {
        if let entry = entries.first(where: {
            $0.manifest.roles.contains(.router) && $0.manifest.commands["ask"] != nil
        }) {
            return entry
        }
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
