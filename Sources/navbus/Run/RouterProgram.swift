import NavigationControl
import NavigationEvents
import Platform
import Routes
import Supervisor
import TOML

/// The program beside this one that talks to routing servers: networking lives there.
struct RouterProgram {
    /// Its manifest id.
    static let id = "router"
    /// It ends by itself before.
    private static let patienceSeconds = 70.0
    private static let mostBytes = 40 << 20

    private let executable: String

    /// - Throws: ``ConfigurationError`` if it is not installed.
    init() throws(ConfigurationError) {
        let entry = ControlCatalog.discover().entry(Self.id)
        guard let executable = entry?.executable else {
            throw ConfigurationError(
                file: entry?.manifest.executable ?? "navbus-router",
                text: "is missing, and it asks the routing server; build or install it beside navbus",
                isAboutAccess: true)
        }
        self.executable = executable
    }

    /// A question to a server.
    struct Question {
        var from: Coordinate
        /// Degrees from north; `nil` if it does not matter.
        var courseDegrees: Double?
        var stops: [Coordinate]
        var mode = TravelMode.car
        /// What the router finds in its environment, or its default, if `nil`: what may be secret there is no argument.
        var url: String?
        /// Found out if `nil`.
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

    /// Asks for a route.
    func ask(_ question: Question) async throws -> Route {
        let outcome = try await OneShot.run(
            executable, question.arguments, patienceSeconds: Self.patienceSeconds, mostOutputBytes: Self.mostBytes)
        guard outcome.exitCode == 0 else { throw RouterFailure(outcome) }
        var routes: [Route]
        do {
            routes = try RouteDocument.read(outcome.output)
        } catch {
            throw ConfigurationError(file: executable, text: "failed to \(error)")
        }
        routes[0].travelMode = question.mode
        return routes[0]
    }

    /// Whether a server answers: what it says of itself, or why not.
    func check() async throws -> (answers: Bool, words: String) {
        let outcome = try await OneShot.run(executable, ["check"], patienceSeconds: 5, mostOutputBytes: 4096)
        let said = outcome.exitCode == 0 ? String(decoding: outcome.output, as: UTF8.self) : RouterFailure(outcome).text
        return (outcome.exitCode == 0, said.split(separator: "\n").first.map { String($0).printable } ?? "")
    }
}

/// No route came; the router has said why. The text completes "failed to …".
struct RouterFailure: Error, CustomStringConvertible {
    let text: String

    init(_ outcome: OneShot.Outcome) {
        let line = outcome.errors.split(separator: "\n").last { $0.hasPrefix(Self.speaker) }
        let said =
            line.map { $0.dropFirst(Self.speaker.count) } ?? "get a route: navbus-router has ended without a word"
        text = String(said.hasPrefix(Self.beginning) ? said.dropFirst(Self.beginning.count) : said).printable
    }

    var description: String { text }

    private static let speaker = "navbus-router: "
    private static let beginning = "failed to "
}

extension Coordinate {
    fileprivate var words: String { "\(latitudeDegrees),\(longitudeDegrees)" }
}
