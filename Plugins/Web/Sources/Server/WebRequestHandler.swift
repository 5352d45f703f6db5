import Dashboard
import HTTPServer
import NavigationControl
import NavigationEvents
import Platform

/// Creates the responses to requests.
struct WebRequestHandler: Sendable {
    let accessCheck: AccessCheck
    private let page: WebPage
    private let map: PageMap
    private let token: String?
    private let cookieName: String
    private let spoken: SoundFolder?
    private var writer: StateWriter
    /// Responds to the positions of a phone.
    var receiver: PhoneReceiver
    /// Carries out the operations of the page.
    let drives: DriveHandler
    /// The lines of the latest two routes, simplified on first request: a page may still ask for the previous one.
    private var lines: [(number: Int, bytes: [UInt8])] = []

    /// - Parameters:
    ///   - settings: The settings of the control.
    ///   - access: The browsers that may see the page.
    ///   - page: The page.
    ///   - map: The map of the page.
    ///   - port: The open port.
    ///   - drives: Carries out the operations of the page.
    ///   - sendPosition: Passes a position of a phone to the bus; never waits.
    init(
        _ settings: WebSettings, _ access: WebAccess, page: WebPage, map: PageMap, port: UInt16, drives: DriveHandler,
        sendPosition: @escaping @Sendable (Fix) -> Void
    ) {
        accessCheck = AccessCheck(
            names: access.names, origins: access.origins, token: access.token, isReceiver: access.isReceiver,
            isDriving: access.isDriving, isSecure: access.certificate != nil, port: port)
        self.drives = drives
        receiver = PhoneReceiver(send: sendPosition)
        (self.page, self.map) = (page, map)
        token = access.token
        cookieName = AccessCheck.cookieName(port: port)
        spoken = SoundFolder(settings.spoken)
        writer = StateWriter(settings)
    }

    /// The state of a dashboard as JSON.
    mutating func stateBytes(_ dashboard: Dashboard) -> [UInt8] { writer.bytes(dashboard) }

    /// The response to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - answer: The decision about it.
    ///   - dashboard: The current dashboard.
    ///   - viewers: The number of event streams.
    mutating func reply(
        to request: BrowserRequest, with answer: RequestDecision, _ dashboard: Dashboard, viewers: Int
    ) -> HTTPReply {
        var reply = content(for: request, with: answer, dashboard, viewers: viewers)
        reply.headers += accessCheck.origins.headers(for: request)
        return reply
    }

    private mutating func content(
        for request: BrowserRequest, with answer: RequestDecision, _ dashboard: Dashboard, viewers: Int
    ) -> HTTPReply {
        switch answer {
        case .page: document()
        case .events: HTTPReply("text/event-stream", .bytes([]))
        case .route(let number): route(number, dashboard)
        case .spoken(let utterance): sound(utterance, range: request.range)
        case .picture(let reading): picture(reading, dashboard)
        case .map: HTTPReply("application/json", .bytes(map.info(at: Self.position(dashboard)).bytes))
        case .tile(let version, let tile): map.tile(version, tile)
        case .mapScript(let version): map.script(version)
        case .health: Self.health(dashboard, viewers: viewers)
        case .preflight: HTTPReply("text/plain", .bytes([]), status: 204, headers: AllowedOrigins.preflightHeaders)
        case .login: login()
        // A request with a body is answered when that has arrived.
        case .position, .drive: HTTPReply(refusing: 400, "The request has no body.")
        case .refusal(let status, let sentence): Self.refusal(status, sentence)
        }
    }

    private static func position(_ dashboard: Dashboard) -> Coordinate? {
        dashboard.matched?.position ?? dashboard.fix?.smoothedPosition
    }

    private func document() -> HTTPReply {
        let answer = page.answer()
        return HTTPReply(
            "text/html; charset=utf-8", .bytes(answer.html), headers: [("Content-Security-Policy", answer.policy)])
    }

    private func login() -> HTTPReply {
        let cookie =
            "\(cookieName)=\(token ?? ""); HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000"
            + (accessCheck.isSecure ? "; Secure" : "")
        return HTTPReply(
            "text/plain; charset=utf-8", .bytes(Array("The page is at /.\n".utf8)), status: 303,
            headers: [("Set-Cookie", cookie), ("Location", "/")])
    }

    private mutating func route(_ number: Int, _ dashboard: Dashboard) -> HTTPReply {
        if let known = lines.first(where: { $0.number == number }) {
            return HTTPReply("application/json", .bytes(known.bytes))
        }
        guard let route = dashboard.route, route.number == number else {
            return Self.refusal(404, "Route \(number) is not the active one; the state contains its number.")
        }
        let bytes = PageRouteLine.bytes(route)
        lines = [(number, bytes)] + lines.prefix(1)
        return HTTPReply("application/json", .bytes(bytes))
    }

    private func sound(_ utterance: UtteranceID, range: String?) -> HTTPReply {
        guard let sound = spoken?.open(utterance) else {
            return Self.refusal(
                404,
                "The sound is not kept; the settings keep of speech and spoken of web must name the same folder.")
        }
        let headers = [("Accept-Ranges", "bytes")]
        switch ByteRange(header: range, size: sound.size) {
        case .whole: return HTTPReply("audio/wav", .file(sound.descriptor, 0..<sound.size), headers: headers)
        case .part(let part):
            let place = ("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(sound.size)")
            return HTTPReply("audio/wav", .file(sound.descriptor, part), status: 206, headers: headers + [place])
        case .beyond:
            SoundFolder.close(sound.descriptor)
            return HTTPReply(
                refusing: 416, "The sound has \(sound.size) bytes.",
                headers: headers + [("Content-Range", "bytes */\(sound.size)")])
        }
    }

    /// The media types of the pictures that are passed on: an SVG file could contain a script.
    static let pictureTypes: Set = ["image/png", "image/jpeg"]

    private func picture(_ reading: UtteranceID, _ dashboard: Dashboard) -> HTTPReply {
        guard let page = dashboard.page, let picture = page.picture, Self.pictureTypes.contains(picture.mediaType),
            UtteranceID(processID: page.processID, effectNumber: page.effectNumber) == reading
        else { return Self.refusal(404, "This page is not open; the state names the one that is.") }
        return HTTPReply(picture.mediaType, .bytes(picture.data))
    }

    private static func health(_ dashboard: Dashboard, viewers: Int) -> HTTPReply {
        let health: JSONText = [
            "alive": true, "isBusAlive": .bool(dashboard.isBusAlive), "isStale": .bool(dashboard.isStale),
            "phase": .string(dashboard.phase.rawValue), "viewers": .integer(viewers),
        ]
        return HTTPReply("application/json", .bytes(health.bytes))
    }

    private static func refusal(_ status: Int, _ sentence: String) -> HTTPReply {
        let headers: [(String, String)] =
            switch status {
            case 401: [("WWW-Authenticate", "Bearer realm=\"navbus\"")]
            case 405: [("Allow", "GET, HEAD")]
            default: []
            }
        return HTTPReply(refusing: status, sentence, headers: headers)
    }
}
