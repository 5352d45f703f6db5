/// The way out of an engine's refusal, by what it says.
enum RefusalAdvice {
    private static let rows: [(words: [String], advice: String)] = [
        (
            ["token", "credential", "forbidden", "authorized", "api key", "api_key", "401", "403"],
            "give the service a key that is valid for it"
        ),
        (
            ["nosegment", "171", "no suitable edges", "cannot find point", "out of bounds", "nearest road"],
            "move the places to roads of the engine's map"
        ),
        (
            ["noroute", "442", "no path", "no route", "impossible route", "connection between locations"],
            "ask for places that are connected, or for another way to travel"
        ),
        (["profile", "costing", "vehicle"], "ask for a way to travel that the engine knows"),
        (
            ["limit", "toobig", "too many", "too far", "exceed", "maximum"],
            "ask for less at a time, or ask again later"
        ),
    ]

    /// A sentence for people.
    static func text(code: String, message: String) -> String {
        let said = "\(code) \(message)".lowercased()
        let row = rows.first { $0.words.contains(where: said.contains) }
        return row?.advice ?? "change the request accordingly and ask again"
    }
}
