import FoundationEssentials
import NavigationEvents
import Routes

/// A route that was found.
struct FoundRoute: Sendable, Hashable {
    var route: Route
    /// The answer as it came.
    var document: [UInt8]
    var engine: Engine
}

/// The search for one route: what to send next, by what came before. A value: it sends nothing itself.
struct RouteSearch: Sendable {
    /// What is to be done.
    enum Action: Hashable {
        case send(WebRequest)
        case end(Result<FoundRoute, RouterError>)
    }

    private enum Stage {
        /// The kind of the server is asked for.
        case guessing
        case asking(Engine, RouteQuery.Start)
    }

    let request: RouteRequest
    let settings: RouterSettings
    private let key: String?
    let address: ServerAddress
    private var stage: Stage
    private var sent: WebRequest?
    private var retriesLeft: Int

    /// - Parameters:
    ///   - request: where from, where to.
    ///   - engine: the kind of the server; it is asked for if `nil`.
    ///   - key: what the service knows its customer by.
    init(_ request: RouteRequest, settings: RouterSettings, engine: Engine?, key: String?) throws(RouterError) {
        self.request = request
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

    /// What its kind is, as far as it is known.
    var engine: Engine? {
        if case .asking(let engine, _) = stage { engine } else { nil }
    }

    /// Who is asked.
    var server: RouterError.Server { RouterError.Server(engine: engine, address: address.shown) }

    /// The first thing to send.
    mutating func begin() -> Action {
        retriesLeft = settings.retries
        switch stage {
        case .guessing:
            guard let question = address.statusRequest(nil, key: key) else { return end(.unaskable(server)) }
            return send(question)
        case .asking(let engine, let start):
            let words = EngineRequest(engine: engine, settings: settings)
            let query = RouteQuery(request, start: start)
            // What is published is anybody's: numbers that are no places are not put into words.
            guard query.places.allSatisfy(\.isValid), let web = try? words.web(query, at: address, key: key) else {
                return end(.unaskable(server))
            }
            return send(web)
        }
    }

    /// Goes on after an answer, or the lack of one.
    mutating func take(_ result: Result<WebAnswer, WebFailure>) -> Action {
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

    private mutating func guess(by answer: WebAnswer) -> Action {
        guard let engine = Engine(status: answer) else {
            return end(answer.refusal(of: server) ?? .unknownEngine(address: address.shown))
        }
        stage = .asking(engine, .ahead)
        return begin()
    }

    private mutating func read(_ answer: WebAnswer, _ engine: Engine, _ start: RouteQuery.Start) -> Action {
        do throws(RouteError) {
            // Documents of other kinds than engines send are not even begun.
            guard answer.isJSONObject else { throw .notJSON(problem: "it does not begin with {", byteOffset: nil) }
            guard var route = try RouteDocument.read(answer.body).first else {
                return end(.status(server, answer.status, words: ""))
            }
            // An engine knows its profiles, not what they are used for.
            if request.travelMode != .unknown { route.travelMode = request.travelMode }
            return .end(.success(FoundRoute(route: route, document: answer.body, engine: engine)))
        } catch {
            if start == .ahead, request.courseDegrees != nil, error.isAboutTheStart(engine, answer) {
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

    private mutating func send(_ request: WebRequest) -> Action {
        sent = request
        return .send(request)
    }

    private func end(_ error: RouterError) -> Action { .end(.failure(error)) }
}

extension Engine {
    /// What runs at well-known hosts.
    init?(host: String) {
        if host == "api.mapbox.com" {
            self = .mapbox
        } else if host.hasSuffix("graphhopper.com") {
            self = .graphhopper
        } else {
            return nil
        }
    }

    /// What the answer to `GET /status` gives away: Valhalla tells its version, OSRM that it knows no such service.
    init?(status answer: WebAnswer) {
        struct Status: Decodable {
            var version: String?
            var code: Code?
            var message: String?
        }
        /// A word of an engine, or the number of a web server that GraphHopper runs in.
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
    /// The question whether a server answers, and what it is; `nil` if the address cannot be extended so.
    func statusRequest(_ engine: Engine?, key: String?) -> WebRequest? {
        let parameters = key.map { [(name: (engine ?? .valhalla).keyParameter, value: $0)] } ?? []
        guard let url = url(path: "/status", parameters: parameters) else { return nil }
        return WebRequest(url: url, headers: authorization.map { ["Authorization": $0] } ?? [:])
    }
}

extension WebAnswer {
    /// The error of a server that lets nobody in, or cannot answer at present; `nil` if it is no such answer.
    func refusal(of server: RouterError.Server) -> RouterError? {
        [401, 403, 429].contains(status) || status >= 500 ? .status(server, status, words: words) : nil
    }

    /// Whether its body begins like the JSON of an engine.
    fileprivate var isJSONObject: Bool {
        let text = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body[...]
        return text.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) } == UInt8(ascii: "{")
    }

    /// The beginning of its body, for people.
    fileprivate var words: String { String(decoding: body.prefix(1000), as: UTF8.self) }
}

extension RouteError {
    /// Whether the engine found no road that fits the start, or no way from it.
    fileprivate func isAboutTheStart(_ engine: Engine, _ answer: WebAnswer) -> Bool {
        switch self {
        // GraphHopper has no codes, and may allow no question with a heading at all.
        case .refused where engine == .graphhopper && answer.status == 400: true
        case .refused(_, let code, _):
            ["171", "170", "442", "NoSegment", "NoRoute"].contains(code.split(separator: " ").last)
        case .noRoute: true
        default: false
        }
    }
}
