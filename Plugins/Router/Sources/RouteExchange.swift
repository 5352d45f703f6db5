import FoundationEssentials
import NavigationEvents
import Routes

/// A route from a server.
struct FoundRoute: Sendable, Hashable {
    var route: Route
    /// The unchanged answer of the server.
    var document: [UInt8]
    var engine: Engine
}

/// The state of the search for one route: decides the next request from the last answer, and sends nothing itself.
struct RouteExchange: Sendable {
    /// The next action of the caller.
    enum Action: Hashable {
        case send(HTTPRequest)
        case end(Result<FoundRoute, RouterError>)
    }

    private enum Stage {
        /// The server is asked for its engine.
        case guessing
        case asking(Engine, RouteQuery.Start)
    }

    let request: RouteRequest
    private let wishes: RouteWishes
    let settings: RouterSettings
    private let key: String?
    let address: ServerAddress
    /// The offline region that the server serves; `nil` for other servers.
    let region: String?
    private var stage: Stage
    private var sent: HTTPRequest?
    private var retriesLeft: Int

    /// - Parameters:
    ///   - request: the start, the stops and the travel mode.
    ///   - wishes: the wishes of a person.
    ///   - settings: the settings of the router.
    ///   - engine: the engine of the server; the server is asked for it if `nil`.
    ///   - key: the API key of the service.
    ///   - region: the offline region that the server serves.
    /// - Throws: ``RouterError/badAddress(_:reason:)`` if the configured address is invalid.
    init(
        _ request: RouteRequest, _ wishes: RouteWishes = RouteWishes(), settings: RouterSettings, engine: Engine?,
        key: String?, region: String? = nil
    ) throws(RouterError) {
        self.region = region
        self.request = request
        self.wishes = wishes
        self.settings = settings
        self.key = key
        let text = settings.url(for: request.travelMode)
        do {
            address = try ServerAddress(text)
        } catch {
            throw .badAddress(ServerAddress.withoutSecrets(text), reason: error.reason)
        }
        stage = (engine ?? Engine(host: address.host)).map { .asking($0, .ahead) } ?? .guessing
        retriesLeft = settings.retries
    }

    /// The engine of the server; `nil` while it is unknown.
    var engine: Engine? {
        if case .asking(let engine, _) = stage { engine } else { nil }
    }

    /// The server, as errors name it.
    var server: RouterError.Server { RouterError.Server(engine: engine, address: address.shown, region: region) }

    /// The first request.
    mutating func begin() -> Action {
        retriesLeft = settings.retries
        switch stage {
        case .guessing:
            guard let question = address.statusRequest(nil, key: key) else { return end(.invalidRequest(server)) }
            return send(question)
        case .asking(let engine, let start):
            let format = EngineRequest(engine: engine, settings: settings)
            var query = RouteQuery(request, start: start)
            query.wishes = wishes
            guard engine != .graphhopper || wishes.avoided.isEmpty else { return end(.cannotAvoid(server)) }
            // Any program may publish requests: invalid positions are not sent.
            guard query.points.allSatisfy(\.isValid), let web = try? format.request(query, at: address, key: key) else {
                return end(.invalidRequest(server))
            }
            return send(web)
        }
    }

    /// The next action after an answer or a failure.
    mutating func take(_ result: Result<HTTPResponse, HTTPFailure>) -> Action {
        switch result {
        case .failure(.broken) where retriesLeft > 0:
            retriesLeft -= 1
            return sent.map(Action.send) ?? begin()
        case .failure(let failure): return end(.web(server, failure))
        case .success(let answer):
            guard case .asking(let engine, let start) = stage else { return guess(by: answer) }
            return read(answer, engine, start)
        }
    }

    private mutating func guess(by answer: HTTPResponse) -> Action {
        guard let engine = Engine(status: answer) else {
            return end(answer.refusal(of: server) ?? .unknownEngine(address: address.shown))
        }
        stage = .asking(engine, .ahead)
        return begin()
    }

    private mutating func read(_ answer: HTTPResponse, _ engine: Engine, _ start: RouteQuery.Start) -> Action {
        do throws(RouteError) {
            // Other documents than those of engines are not parsed.
            guard answer.isJSONObject else { throw .notJSON(problem: "it does not begin with {", byteOffset: nil) }
            guard var route = try RouteDocument.read(answer.body).first else {
                return end(.status(server, answer.status, words: ""))
            }
            // The profile of an engine does not determine the travel mode; the request does.
            if request.travelMode != .unknown { route.travelMode = request.travelMode }
            return .end(.success(FoundRoute(route: route, document: answer.body, engine: engine)))
        } catch {
            if start == .ahead, request.courseDegrees != nil, error.isStartRefused(engine, answer) {
                stage = .asking(engine, .anywhere)
                return begin()
            }
            if case .refused(_, let code, let message) = error {
                return end(.refused(server, code: code, message: message))
            }
            guard (200..<300).contains(answer.status) else {
                return end(.status(server, answer.status, words: answer.words))
            }
            return end(.unreadable(server, error))
        }
    }

    private mutating func send(_ request: HTTPRequest) -> Action {
        sent = request
        return .send(request)
    }

    private func end(_ error: RouterError) -> Action { .end(.failure(error)) }
}

extension Engine {
    /// The engine at a well-known host; `nil` for other hosts.
    init?(host: String) {
        if host == "api.mapbox.com" {
            self = .mapbox
        } else if host.hasSuffix("graphhopper.com") {
            self = .graphhopper
        } else {
            return nil
        }
    }

    /// The engine that gave this answer to `GET /status`: Valhalla sends its version, OSRM refuses the unknown service.
    init?(status answer: HTTPResponse) {
        struct Status: Decodable {
            var version: String?
            var code: Code?
            var message: String?
        }
        /// The text code of an engine, or the numeric code of the web server that runs GraphHopper.
        struct Code: Decodable {
            var word: String?

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                word = try? value.decode(String.self)
                if word == nil { _ = try value.decode(Int.self) }
            }
        }
        guard let status = try? JSONDecoder().decode(Status.self, from: Data(answer.body)) else { return nil }
        if (200..<300).contains(answer.status), status.version != nil {
            self = .valhalla
        } else if status.code?.word?.hasPrefix("Invalid") == true {
            self = .osrm
        } else if status.message != nil, status.code?.word == nil {
            self = .graphhopper
        } else {
            return nil
        }
    }
}

extension ServerAddress {
    /// The request for the status of the server; `nil` if the address cannot be extended with it.
    func statusRequest(_ engine: Engine?, key: String?) -> HTTPRequest? {
        let parameters = key.map { [(name: (engine ?? .valhalla).keyParameter, value: $0)] } ?? []
        guard let url = url(path: "/status", parameters: parameters) else { return nil }
        return HTTPRequest(url: url, headers: authorization.map { ["Authorization": $0] } ?? [:])
    }
}

extension HTTPResponse {
    /// The error if the server denied access or is unavailable; `nil` for other answers.
    func refusal(of server: RouterError.Server) -> RouterError? {
        [401, 403, 429].contains(status) || status >= 500 ? .status(server, status, words: words) : nil
    }

    /// Whether the body begins like a JSON object.
    fileprivate var isJSONObject: Bool {
        let text = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body[...]
        return text.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) } == UInt8(ascii: "{")
    }

    /// The beginning of the body, for messages.
    fileprivate var words: String { String(decoding: body.prefix(1000), as: UTF8.self) }
}

extension RouteError {
    /// Whether the engine found no road that fits the start, or no route from it.
    fileprivate func isStartRefused(_ engine: Engine, _ answer: HTTPResponse) -> Bool {
        switch self {
        // GraphHopper has no error codes, and some servers reject every request with a heading.
        case .refused where engine == .graphhopper && answer.status == 400: true
        case .refused(_, let code, _):
            ["171", "170", "442", "NoSegment", "NoRoute"].contains(code.split(separator: " ").last)
        case .noRoute: true
        default: false
        }
    }
}
