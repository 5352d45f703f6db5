/// What a request is answered with.
enum WebAnswer: Hashable, Sendable {
    /// The page.
    case page
    /// The state, now and after each change.
    case events
    /// The line of the route of this number.
    case route(Int)
    /// The sound of the utterance of this number.
    case spoken(UInt64)
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
        if let number = number(path, between: "/route/", and: ".json"), number <= UInt64(Int.max) {
            return .route(Int(number))
        }
        return number(path, between: "/spoken/", and: ".wav").map(WebAnswer.spoken)
    }

    /// Only a number without a sign and leading zeros: nothing that leads out of a folder gets through.
    private static func number(_ path: String, between prefix: String, and suffix: String) -> UInt64? {
        guard path.hasPrefix(prefix), path.hasSuffix(suffix), path.utf8.count > prefix.utf8.count + suffix.utf8.count
        else { return nil }
        let digits = path.dropFirst(prefix.count).dropLast(suffix.count)
        guard let number = UInt64(digits), String(number) == digits else { return nil }
        return number
    }
}
