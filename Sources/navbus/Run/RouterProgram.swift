import NavigationControl
import NavigationEvents
import Platform
import Routes
import Supervisor
import TOML

/// The program `navbus-router`, which requests routes from routing servers. `navbus` itself uses no network.
struct RouterProgram {
    /// The manifest id of the control router.
    static let id = "router"
    /// Longer than the timeouts of the router itself.
    private static let timeoutSeconds = 70.0
    private static let maxBytes = 40 << 20

    private let executable: String

    /// - Throws: ``ConfigurationError`` if it is not installed.
    init() throws(ConfigurationError) {
        let entry = ControlCatalog.discover().entry(Self.id)
        guard let executable = entry?.executable else {
            throw ConfigurationError(
                file: entry?.manifest.executable ?? "navbus-router",
                text: "is missing; it requests routes from the routing server: build or install it next to navbus",
                isAboutAccess: true)
        }
        self.executable = executable
    }

    /// A route request.
    struct Query {
        var from: Coordinate
        /// Degrees from true north; `nil` for any direction.
        var courseDegrees: Double?
        var stops: [Coordinate]
        var mode = TravelMode.car
        /// The address of the server; `nil` for that of `NAVBUS_ROUTER`, or the default. The variable may hold a
        /// secret, so it is not passed as an argument.
        var url: String?
        /// The kind of the server; detected if `nil`.
        var engine: String?

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
    func ask(_ query: Query) async throws -> Route {
        let outcome = try await OneShot.run(
            executable, query.arguments, timeoutSeconds: Self.timeoutSeconds, maxOutputBytes: Self.maxBytes)
        guard outcome.exitCode == 0 else { throw RouterFailure(outcome) }
        var routes: [Route]
        do {
            routes = try RouteDocument.read(outcome.output)
        } catch {
            throw ConfigurationError(file: executable, text: "failed to \(error)")
        }
        routes[0].travelMode = query.mode
        return routes[0]
    }

    /// Whether the routing server answers, with its description or the reason.
    func check() async throws -> (answers: Bool, words: String) {
        let outcome = try await OneShot.run(executable, ["check"], timeoutSeconds: 5, maxOutputBytes: 4096)
        let said = outcome.exitCode == 0 ? String(decoding: outcome.output, as: UTF8.self) : RouterFailure(outcome).text
        return (outcome.exitCode == 0, said.split(separator: "\n").first.map { String($0).printable } ?? "")
    }
}

/// The router returned no route. The text completes "failed to …".
struct RouterFailure: Error, CustomStringConvertible {
    let text: String

    init(_ outcome: OneShot.Outcome) {
        let line = outcome.errors.split(separator: "\n").last { $0.hasPrefix(Self.speaker) }
        let said =
            line.map { $0.dropFirst(Self.speaker.count) } ?? "get a route: navbus-router has ended without a message"
        text = String(said.hasPrefix(Self.beginning) ? said.dropFirst(Self.beginning.count) : said).printable
    }

    var description: String { text }

    private static let speaker = "navbus-router: "
    private static let beginning = "failed to "
}

extension Coordinate {
    fileprivate var words: String { "\(latitudeDegrees),\(longitudeDegrees)" }
}
