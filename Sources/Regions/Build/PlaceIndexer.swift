/// Makes the index of the words in `places.sqlite`.
enum PlaceIndexer {
    private static let tables = """
        DROP TABLE IF EXISTS place_index;
        DROP TABLE IF EXISTS word;
        CREATE VIRTUAL TABLE place_index USING fts5(
            names, context, content='', tokenize="unicode61 remove_diacritics 2", prefix='3', detail=column);
        CREATE TABLE word(text TEXT PRIMARY KEY, length INTEGER NOT NULL, places INTEGER NOT NULL) WITHOUT ROWID;
        """
    private static let words = """
        CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, place_index, row);
        INSERT INTO word SELECT term, length(CAST(term AS BLOB)), doc FROM vocabulary WHERE length(term) > 2;
        DROP TABLE temp.vocabulary;
        CREATE INDEX word_length ON word(length);
        ANALYZE;
        """
    private static let placesPerReport = 5000

    /// Indexes all places.
    static func index(_ path: String, progress: (Double) -> Void) throws(RegionError) {
        let database = try SQLiteDatabase(path, isWritable: true)
        try database.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
        try database.execute(tables)
        let total = try database.integer("SELECT count(*) FROM place") ?? 0
        let places = try database.statement(
            "SELECT id, name, category, city, district, street, postcode, housenumber FROM place ORDER BY id")
        let names = try database.statement("SELECT name FROM place_name WHERE place = ?")
        let insertion = try database.statement("INSERT INTO place_index(rowid, names, context) VALUES(?, ?, ?)")
        var count = 0
        while try places.step() {
            let id = places.integer(0)
            var words = Set(FoldedText.words(places.text(1) ?? ""))
            // Shared by the parts of "amenity=fuel": a person may type the kind of a place.
            words.formUnion(FoldedText.words((places.text(2) ?? "").split(separator: "=").last.map(String.init) ?? ""))
            names.bind([.integer(id)])
            while try names.step() { words.formUnion(FoldedText.words(names.text(0) ?? "")) }
            let context = Set((3...7).flatMap { FoldedText.words(places.text($0) ?? "") })
            try insertion.run(
                .integer(id), .text(words.sorted().joined(separator: " ")),
                .text(context.sorted().joined(separator: " ")))
            count += 1
            if count % placesPerReport == 0 { progress(Double(count) / Double(max(total, 1))) }
        }
        try database.execute(self.words)
        try database.execute("INSERT INTO place_index(place_index) VALUES('optimize')")
        try database.execute("COMMIT")
    }
}
