import NavigationEvents
import Platform
import Routes

/// Why a server gave no route. The description completes "failed to …".
enum RouterError: Error, Hashable, Sendable {
    /// No answer came over the network.
    case web(Server, WebFailure)
    /// The engine itself says no, in its own words.
    case refused(Server, code: String, message: String)
    /// A status that is no success, with what came along.
    case status(Server, Int, words: String)
    /// The answer is no route.
    case unreadable(Server, RouteError)
    /// Nobody knows what kind of server it is.
    case unknownEngine(address: String)
    /// The key cannot be read.
    case keyFile(path: String, reason: String)
    /// The text is no address.
    case badAddress(String, reason: String)
    /// The question cannot be put into a request.
    case unaskable(Server)
    /// Too many wait.
    case busy(waiting: Int)
    /// One of the others, what was secret taken out of its words.
    case told(String)

    /// Who was asked.
    struct Server: Hashable, Sendable {
        /// `nil` while it is not known.
        var engine: Engine?
        /// Without what is secret.
        var address: String
    }
}

extension RouterError: CustomStringConvertible {
    var description: String {
        switch self {
        case .web(let server, let failure): "get a route from \(server): \(failure.forPeople)"
        case .refused(let server, let code, let message):
            "get a route from \(server): it refused with \(code.forPeople): \(message.sentence)\(Self.hint(code))"
        case .status(let server, let status, let words):
            "get a route from \(server): it answered with HTTP \(status)\(words.isEmpty ? "" : ": \(words.forPeople)")"
                + Self.hint(status: status)
        case .unreadable(let server, let error):
            "use the answer of \(server): failed to \("\(error)".forPeople); is router.url that of a routing server?"
        case .unknownEngine(let address):
            "find out what kind of routing server is at \(address); say it with router.engine (or --engine)"
        case .keyFile(let path, let reason):
            "read the key in \(path): \(reason); set router.keyFile to a file that holds it, or leave it empty"
        case .badAddress(let text, let reason): "use the address \"\(text)\": \(reason)"
        case .unaskable(let server): "ask \(server): the places are none on earth, or the profile fits into no address"
        case .busy(let waiting):
            "ask for a route: \(waiting) sessions wait already; raise router.connections, or give another router"
        case .told(let text): text
        }
    }

    /// The way out of what engines refuse most.
    private static func hint(_ code: String) -> String {
        // "171", as well as "error 171".
        switch code.split(separator: " ").last {
        case "171", "NoSegment", "PointNotFound":
            "; no road is near enough: see router.snapMeters, and the server's map"
        case "170", "442", "NoRoute": "; no way leads there, or not on the server's map"
        case "125", "InvalidProfile": "; set router.profiles to what the server knows"
        case "154", "157", "DistanceExceeded": "; the journey is too long for the server: set its limits higher"
        case "InvalidUrl", "InvalidQuery", "InvalidValue": "; is router.engine what the server is?"
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
    var description: String { "\(engine?.title ?? "the routing server") at \(address)" }
}

extension WebFailure {
    /// What happened, and the way out.
    fileprivate var forPeople: String {
        switch self {
        case .broken(let reason): "the connection broke off (\(reason.forPeople)); is the server still running?"
        case .timeout(let seconds):
            "no answer came within \(seconds.short) s; is the server overloaded? router.timeoutSeconds is its time"
        case .unreachable: "nobody listens there; start the server, or set router.url to where it is"
        case .unknownHost: "its name is not known, or this machine has no network; see to that, or to router.url"
        case .deadProxy:
            "the proxy that the environment names does not answer; mend or unset http_proxy and https_proxy"
        case .unsafe(let reason):
            "no safe connection (\(reason.forPeople)); have its certificate put right, or use another address"
        case .redirected(let place):
            "it sends on to \(place.forPeople); set router.url to the address that answers itself"
        case .tooLarge(let limit): "its answer has more than \(limit >> 20) MiB; ask for a shorter journey"
        case .other(let reason):
            "its answer is not to be understood (\(reason.forPeople)); is router.url that of a routing server?"
        }
    }
}

extension Double {
    /// Without decimals that say nothing.
    fileprivate var short: String { self == rounded() && magnitude < 1e9 ? "\(Int(self))" : "\(self)" }
}

extension String {
    private static let mostCharacters = 300

    /// The same without the full stop at its end: more may follow.
    fileprivate var sentence: String {
        let line = forPeople
        return line.hasSuffix(".") ? String(line.dropLast()) : line
    }

    /// One line that cannot do anything to a terminal, not too long.
    var forPeople: String {
        var line = ""
        for scalar in unicodeScalars.prefix(Self.mostCharacters) {
            let isPlain = !scalar.controlsTerminal && !scalar.properties.isBidiControl
            line.unicodeScalars.append(isPlain ? scalar : " ")
        }
        if unicodeScalars.count > Self.mostCharacters { line += "…" }
        return line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
}
