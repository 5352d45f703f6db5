/// How well the words of a query fit the words of a place.
struct NameMatch: Comparable {
    /// The share of the query that the place has, by letters.
    var coverage = 0.0
    /// The share of the name that the query has, by letters.
    var completeness = 0.0
    /// Whether each word of the query is a word of the place, without a typing error or a missing end.
    var isExact = true

    /// The order among the names of one place.
    var value: Double { coverage + 0.35 * completeness }

    static func < (left: NameMatch, right: NameMatch) -> Bool { left.value < right.value }

    /// Compares a query with one name of a place and the words of its surroundings.
    init(_ query: [String], name: [String], context: Set<String>) {
        // The letters of each word of the name that the query has.
        var used: [Int: Double] = [:]
        var (letters, found) = (0, 0.0)
        for word in query {
            letters += word.utf8.count
            var best = context.contains(word) ? 0.95 : 0
            var place: Int?
            for index in name.indices where used[index] == nil {
                let share = Self.similarity(word, name[index])
                if share > best { (best, place) = (share, index) }
            }
            if let place { used[place] = best * Double(min(word.utf8.count, name[place].utf8.count)) }
            if best < 0.95 { isExact = false }
            found += best * Double(word.utf8.count)
        }
        let all = name.reduce(0) { $0 + $1.utf8.count }
        coverage = letters == 0 ? 0 : found / Double(letters)
        completeness = all == 0 ? 0 : used.values.reduce(0, +) / Double(all)
    }

    /// The similarity of two words, from 0 to 1.
    static func similarity(_ word: String, _ other: String) -> Double {
        if word == other { return 1 }
        let count = word.utf8.count
        if other.hasPrefix(word) { return 0.75 + 0.19 * Double(count) / Double(other.utf8.count) }
        let limit = EditDistance.limit(forLength: count)
        guard limit > 0, let errors = EditDistance.between(Array(word.utf8), Array(other.utf8), limit: limit) else {
            // The beginning of a compound: "hauptbahn" for "hauptbahnhof" is a prefix, "bahnhof" in it is a part.
            return count > 3 && other.hasSuffix(word) ? 0.6 : 0
        }
        return 0.9 * (1 - Double(errors) / Double(max(count, other.utf8.count)))
    }
}
