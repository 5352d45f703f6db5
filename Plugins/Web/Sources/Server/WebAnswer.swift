import Platform

/// What a request is answered with.
enum WebAnswer: Hashable, Sendable {
    /// The page.
    case page
    /// The state, now and after each change.
    case events
    /// The line of the route of this number.
    case route(Int)
    /// The sound of this utterance.
    case spoken(Utterance)
    /// That the server lives.
    case health
    /// The cookie, and the way to the page.
    case welcome
    /// A sentence that says why not, and the way out.
    case refusal(Int, String)

    /// The answer that lies at a path.
    init(path: String) {
        self =
            switch path {
            case "/": .page
            case "/events": .events
            case "/health": .health
            default: Self.numbered(path) ?? .refusal(404, "There is nothing at this address; the page is at /.")
            }
    }

    private static func numbered(_ path: String) -> WebAnswer? {
        if let text = text(of: path, between: "/route/", and: ".json"), let number = Int(text), String(number) == text {
            return number < 0 ? nil : .route(number)
        }
        return text(of: path, between: "/spoken/", and: ".wav").flatMap { Utterance($0) }.map(WebAnswer.spoken)
    }

    private static func text(of path: String, between prefix: String, and suffix: String) -> Substring? {
        guard path.hasPrefix(prefix), path.hasSuffix(suffix), path.utf8.count > prefix.utf8.count + suffix.utf8.count
        else { return nil }
        return path.dropFirst(prefix.count).dropLast(suffix.count)
    }
}
