/// Advice after a refusal by an engine, chosen by words in its message.
enum RefusalAdvice {
    private static let rows: [(words: [String], advice: String)] = [
        (
            ["token", "credential", "forbidden", "authorized", "api key", "api_key", "401", "403"],
            "give the service a key that is valid for it"
        ),
        (
            ["nosegment", "171", "no suitable edges", "cannot find point", "out of bounds", "nearest road"],
            "move the positions to roads of the engine's map"
        ),
        (
            ["noroute", "442", "no path", "no route", "impossible route", "connection between locations"],
            "request positions that are connected, or another travel mode"
        ),
        (["profile", "costing", "vehicle"], "request a travel mode that the engine supports"),
        (
            ["limit", "toobig", "too many", "too far", "exceed", "maximum"],
            "request less at once, or try again later"
        ),
    ]

    /// The advice for a message.
    static func text(code: String, message: String) -> String {
        let said = "\(code) \(message)".lowercased()
        let row = rows.first { $0.words.contains(where: said.contains) }
        return row?.advice ?? "change the request accordingly and try again"
    }
}
