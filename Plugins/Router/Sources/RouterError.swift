import NavigationEvents
import Platform
import Routes

/// The reason why a search found no route. The description completes "failed to …".
enum RouterError: Error, Hashable, Sendable {
    /// The network delivered no answer.
    case web(Server, HTTPFailure)
    /// The engine refused the request, with its own code and message.
    case refused(Server, code: String, message: String)
    /// An HTTP status other than success, with the beginning of the body.
    case status(Server, Int, words: String)
    /// The answer contains no readable route.
    case unreadable(Server, RouteError)
    /// The engine of the server was not recognized.
    case unknownEngine(address: String)
    /// The file of the key cannot be read.
    case keyFile(path: String, reason: String)
    /// The configured address is invalid.
    case badAddress(String, reason: String)
    /// The route request cannot be sent: a position is invalid, or the address cannot be extended.
    case invalidRequest(Server)
    /// The road network of an offline region cannot be served.
    case region(String, reason: String)
    /// Routes come from an offline region or the usual server, and there is neither; the reason why no region is used.
    case noSource(reason: String)
    /// An online geocoder has not answered, or refused.
    case geocoder(String, reason: String)
    /// The request avoids roads, which navbus cannot tell this engine.
    case cannotAvoid(Server)
    /// The queue of searches is full.
    case busy(waiting: Int)
    /// The description of another error, without secrets.
    case redacted(String)

    /// The server of a request.
    struct Server: Hashable, Sendable {
        /// `nil` while the engine is unknown.
        var engine: Engine?
        /// The address without name, password and parameters.
        var address: String
        /// The offline region that the server serves to this process alone; `nil` for other servers.
        var region: String?
    }
}

extension RouterError: CustomStringConvertible {
    var description: String {
        switch self {
        case .web(let server, let failure): "get a route from \(server): \(failure.displayText())"
        case .refused(let server, let code, let message):
            "get a route from \(server): it refused with \(code.displayText): \(message.sentence)\(Self.hint(code))"
        case .status(let server, let status, let words):
            "get a route from \(server): it answered with HTTP \(status)"
                + (words.isEmpty ? "" : ": \(words.displayText)") + Self.hint(status: status)
        case .unreadable(let server, let error):
            "use the answer of \(server): failed to \("\(error)".displayText); is router.url that of a routing server?"
        case .unknownEngine(let address):
            "find out what kind of routing server is at \(address); set router.engine (or --engine)"
        case .keyFile(let path, let reason):
            "read the key in \(path): \(reason); set router.keyFile to a file that contains the key, or leave it empty"
        case .badAddress(let text, let reason): "use the address \"\(text)\": \(reason)"
        case .invalidRequest(let server):
            "ask \(server): a position is not on Earth, or the profile fits into no address"
        case .region(let name, let reason): "get a route from the region \(name): \(reason.displayText)"
        case .noSource(let reason):
            "get a route: \(reason.displayText), and no server listens at \(RouteSource.usualServer); navbus region add "
                + "FILE.osm.pbf builds a region, and router.url, --router or NAVBUS_ROUTER names a server"
        case .geocoder(let address, let reason): "get places from \(address): \(reason)"
        case .cannotAvoid(let server):
            "ask \(server) to avoid roads: only Valhalla, OSRM and Mapbox can; ask without --avoid"
        case .busy(let waiting):
            "ask for a route: \(waiting) sessions already wait; raise router.connections, or add another router"
        case .redacted(let text): text
        }
    }

    /// Advice for the most frequent refusals of engines.
    private static func hint(_ code: String) -> String {
        // The code is "171" or "error 171".
        switch code.split(separator: " ").last {
        case "171", "NoSegment", "PointNotFound":
            "; no road is near enough: check router.snapMeters and the map of the server"
        case "170", "442", "NoRoute": "; no route exists on the map of the server"
        case "125", "InvalidProfile": "; set router.profiles to profiles of the server"
        case "154", "157", "DistanceExceeded": "; the journey exceeds the limits of the server: raise them"
        case "InvalidUrl", "InvalidQuery", "InvalidValue": "; is router.engine the engine of the server?"
        default: ""
        }
    }

    private static func hint(status: Int) -> String {
        switch status {
        case 401, 403: "; give the key of the service in NAVBUS_ROUTER_KEY or router.keyFile"
        case 404, 405: "; is router.url right, and router.engine?"
        case 429: "; the service allows fewer requests"
        default: ""
        }
    }
}

extension RouterError.Server: CustomStringConvertible {
    var description: String {
        region.map { "Valhalla of the region \($0)" } ?? "\(engine?.title ?? "the routing server") at \(address)"
    }
}

extension HTTPFailure {
    private static let router = "router.url"

    /// A description of the failure, with advice.
    ///
    /// - Parameter setting: The setting that has the address of the server.
    func displayText(of setting: String = router) -> String {
        let isOfRouter = setting == Self.router
        return switch self {
        case .broken(let reason): "the connection broke off (\(reason.displayText)); is the server still running?"
        case .timeout(let seconds):
            "no answer came within \(seconds.short) s; is the server overloaded?"
                + (isOfRouter ? " router.timeoutSeconds is the limit" : "")
        case .unreachable: "no server listens there; start the server, or correct \(setting)"
        case .unknownHost: "the host name is unknown, or this machine has no network; check the network and \(setting)"
        case .deadProxy:
            "the proxy of the environment does not answer; correct or unset http_proxy and https_proxy"
        case .unsafe(let reason):
            "the connection is not secure (\(reason.displayText)); correct the certificate, or use another address"
        case .redirected(let place):
            "it redirects to \(place.displayText); set \(setting) to the final address"
        case .tooLarge(let limit):
            "its answer has more than \(limit >> 20) MiB; ask for \(isOfRouter ? "a shorter journey" : "less")"
        case .other(let reason):
            "its answer is not HTTP (\(reason.displayText)); is \(setting) that of a \(isOfRouter ? "routing server" : "geocoder")?"
        }
    }
}

extension Double {
    /// The number without a fraction of zero.
    fileprivate var short: String { self == rounded() && magnitude < 1e9 ? "\(Int(self))" : "\(self)" }
}

extension String {
    private static let maxCharacters = 300

    /// The text without a full stop at its end, since more may follow.
    fileprivate var sentence: String {
        let line = displayText
        return line.hasSuffix(".") ? String(line.dropLast()) : line
    }

    /// The text as one line of limited length, without control characters.
    var displayText: String {
        var line = ""
        for scalar in unicodeScalars.prefix(Self.maxCharacters) {
            let isPlain = !scalar.controlsTerminal && !scalar.properties.isBidiControl
            line.unicodeScalars.append(isPlain ? scalar : " ")
        }
        if unicodeScalars.count > Self.maxCharacters { line += "…" }
        return line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
}
