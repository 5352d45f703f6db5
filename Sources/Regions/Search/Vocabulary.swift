/// All words of the places of a region, for typing errors.
final class Vocabulary {
    private let database: SQLiteDatabase
    private static let maxCorrections = 8

    init(_ database: SQLiteDatabase) { self.database = database }

    /// The words of the places that a person may have meant, the most likely first, without the word itself.
    func corrections(of word: String) throws(RegionError) -> [String] {
        let letters = Array(word.utf8)
        let limit = EditDistance.limit(forLength: letters.count)
        guard limit > 0 else { return [] }
        let statement = try database.statement("SELECT text, places FROM word WHERE length BETWEEN ? AND ?")
        statement.bind([.integer(letters.count - limit), .integer(letters.count + limit)])
        var found: [(word: String, errors: Int, places: Int)] = []
        while try statement.step() {
            guard let text = statement.text(0),
                let errors = EditDistance.between(letters, Array(text.utf8), limit: limit), errors > 0
            else { continue }
            found.append((text, errors, statement.integer(1)))
        }
        found.sort { ($0.errors, -$0.places) < ($1.errors, -$1.places) }
        return found.prefix(Self.maxCorrections).map(\.word)
    }
}
