import Platform

/// The answer to a request.
enum RequestDecision: Hashable, Sendable {
    /// The page.
    case page
    /// The state, now and after each change.
    case events
    /// The line of the route with this number.
    case route(Int)
    /// The sound of this utterance.
    case spoken(UtteranceID)
    /// The picture of the page that this reading shows.
    case picture(UtteranceID)
    /// The health check.
    case health
    /// The body is a position of a phone.
    case position
    /// The permission for a page of another origin.
    case preflight
    /// The cookie, and a redirect to the page.
    case login
    /// An HTTP status with a reason and a remedy.
    case refusal(Int, String)

    /// The answer for a path.
    init(path: String) {
        self =
            switch path {
            case "/": .page
            case "/events": .events
            case "/health": .health
            default: Self.numbered(path) ?? .refusal(404, "This address does not exist; the page is at /.")
            }
    }

    private static func numbered(_ path: String) -> RequestDecision? {
        if let text = text(of: path, between: "/route/", and: ".json"), let number = Int(text), String(number) == text {
            return number < 0 ? nil : .route(number)
        }
        if let id = text(of: path, between: "/picture/", and: "").flatMap({ UtteranceID($0) }) { return .picture(id) }
        return text(of: path, between: "/spoken/", and: ".wav").flatMap { UtteranceID($0) }.map(RequestDecision.spoken)
    }

    private static func text(of path: String, between prefix: String, and suffix: String) -> Substring? {
        guard path.hasPrefix(prefix), path.hasSuffix(suffix), path.utf8.count > prefix.utf8.count + suffix.utf8.count
        else { return nil }
        return path.dropFirst(prefix.count).dropLast(suffix.count)
    }
}
