package import NavigationEvents
import Geodesy

/// Searches the places of one region.
package final class PlaceSearch {
    private let database: SQLiteDatabase
    private let region: Region
    private let vocabulary: Vocabulary
    /// The candidates whose names are compared with the text.
    private static let maxCandidates = 300
    private static let minCoverage = 0.62
    /// The distance at which a place loses half of the advantage of being near.
    static let nearMeters = 5000.0

    /// Opens the places of a region.
    package init(_ region: Region) throws(RegionError) {
        self.region = region
        database = try SQLiteDatabase(region.path("places.sqlite"))
        vocabulary = Vocabulary(database)
    }

    /// The places for a text, the best first.
    ///
    /// - Parameters:
    ///   - text: The text that a person typed.
    ///   - near: The position from which distances count; `nil` if there is none.
    ///   - limit: The maximum number of places.
    package func places(for text: String, near: Coordinate? = nil, limit: Int = 10) throws(RegionError) -> [Place] {
        var found: [Place] = []
        let readings = PlaceQuery(text).readings
        for reading in readings {
            for place in try places(for: reading, near: near) {
                let other = found.firstIndex { $0.kind == place.kind && $0.title == place.title && $0.osm == place.osm }
                if let other {
                    if found[other].score < place.score { found[other] = place }
                } else {
                    found.append(place)
                }
            }
        }
        if let words = readings.first(where: { $0.number == nil })?.words {
            for place in try CategorySearch(database: database, region: region.name).places(for: words, near: near)
            where !found.contains(where: { $0.osm == place.osm }) {
                found.append(place)
            }
        }
        return Place.best(found, limit: limit)
    }

    private func places(for reading: PlaceQuery.Reading, near: Coordinate?) throws(RegionError) -> [Place] {
        var rows = try candidates("AND", reading.words.map { [$0] }, near)
        let hasName = rows.contains { NameMatch(reading.words, name: $0.words, context: $0.context).coverage > 0.9 }
        if !hasName {
            let corrected = try reading.words.map { word throws(RegionError) in
                [word] + (try vocabulary.corrections(of: word))
            }
            let more = try candidates("AND", corrected, near)
            rows += more.isEmpty && reading.words.count > 1 ? try candidates("OR", corrected, near) : more
        }
        var seen = Set<Int>()
        var places: [Place] = []
        for row in rows where seen.insert(row.id).inserted {
            guard let place = try place(row, reading, near) else { continue }
            places.append(place)
        }
        return places
    }

    // MARK: - Candidates

    /// A row of `place` with its words.
    private struct Row {
        var id: Int
        var place: Place
        var words: [String]
        var context: Set<String>
    }

    private func candidates(
        _ operation: String, _ words: [[String]], _ near: Coordinate?
    ) throws(RegionError) -> [Row] {
        let groups = words.map { choices in
            let terms = choices.enumerated().map { "\"\($1)\"\($0 == 0 ? " *" : "")" }
            return terms.count == 1 ? terms[0] : "(\(terms.joined(separator: " OR ")))"
        }
        guard !groups.isEmpty else { return [] }
        let isNear = near != nil
        let order = isNear ? "importance - min((abs(lat - ?) + abs(lon - ?)) * 2, 0.5)" : "importance"
        let statement = try database.statement(
            """
            SELECT id, kind, category, name, housenumber, street, postcode, city, district, lat, lon, access_lat,
                access_lon, importance, osm
            FROM place_index JOIN place ON place.id = place_index.rowid
            WHERE place_index MATCH ? ORDER BY \(operation == "OR" ? "rank" : "\(order) DESC") LIMIT \(Self.maxCandidates)
            """)
        var values = [SQLiteValue.text(groups.joined(separator: " \(operation) "))]
        if let near, operation != "OR" { values += [.real(near.latitudeDegrees), .real(near.longitudeDegrees)] }
        statement.bind(values)
        var rows: [Row] = []
        while try statement.step() {
            guard let place = Place(statement, of: region.name) else { continue }
            let around = [place.city, place.district, place.street, place.postcode, place.houseNumber]
            let context = around.compactMap(\.self).flatMap(FoldedText.words)
            rows.append(
                Row(
                    id: statement.integer(0), place: place, words: FoldedText.words(place.name),
                    context: Set(context + FoldedText.words(place.categoryWord))))
        }
        return rows
    }

    // MARK: - Ranking

    private func place(_ row: Row, _ reading: PlaceQuery.Reading, _ near: Coordinate?) throws(RegionError) -> Place? {
        var match = NameMatch(reading.words, name: row.words, context: row.context)
        if match.coverage < 0.95 || match.completeness < 1 {
            for name in try otherNames(row.id) {
                var other = NameMatch(reading.words, name: FoldedText.words(name), context: row.context)
                other.coverage *= 0.97
                match = max(match, other)
            }
        }
        guard match.coverage >= Self.minCoverage else { return nil }
        var place = row.place
        place.isExact = match.isExact && match.completeness > 0
        place.score = match.value + 0.35 * place.importance
        if let number = reading.number {
            guard place.kind == .street else { return nil }
            try set(number, of: row.id, &place)
        }
        if let near {
            let meters = near.distanceMeters(to: place.position)
            place.distanceMeters = meters
            place.score += 0.25 / (1 + meters / Self.nearMeters)
        }
        return place
    }

    private func otherNames(_ id: Int) throws(RegionError) -> [String] {
        let statement = try database.statement("SELECT name FROM place_name WHERE place = ?")
        statement.bind([.integer(id)])
        var names: [String] = []
        while try statement.step() { if let name = statement.text(0) { names.append(name) } }
        return names
    }

    /// Moves a street to one of its houses.
    private func set(_ number: HouseNumber, of street: Int, _ place: inout Place) throws(RegionError) {
        let houses = try StreetHouses(street, in: database)
        guard let house = houses.house(number) else {
            place.score -= 0.2
            place.isExact = false
            return
        }
        place.kind = .address
        place.houseNumber = house.number
        (place.position, place.access) = (house.position, house.access)
        place.postcode = house.postcode ?? place.postcode
        place.isInterpolated = house.isInterpolated
        if !house.osm.isEmpty { place.osm = house.osm }
        place.score += house.isInterpolated ? 0.2 : 0.4
    }
}

extension Place {
    /// A place with a score this much lower than that of the best one is noise.
    private static let maxScoreGap = 0.6

    /// The places with the highest scores, the best first.
    static func best(_ places: [Place], limit: Int) -> [Place] {
        let sorted = places.sorted { $0.score > $1.score }
        let least = (sorted.first?.score ?? 0) - maxScoreGap
        return Array(sorted.prefix(limit).prefix { $0.score >= least })
    }

    /// Reads a row of the search.
    init?(_ row: SQLiteStatement, of region: RegionName) {
        guard let kind = row.text(1).flatMap(Kind.init(rawValue:)), let category = row.text(2), let name = row.text(3),
            let osm = row.text(14)
        else { return nil }
        (self.kind, self.category, self.name, self.osm, self.region) = (kind, category, name, osm, region)
        (houseNumber, street, postcode) = (row.text(4), row.text(5), row.text(6))
        (city, district) = (row.text(7), row.text(8))
        position = Coordinate(latitudeDegrees: row.real(9), longitudeDegrees: row.real(10))
        access = Coordinate(latitudeDegrees: row.real(11), longitudeDegrees: row.real(12))
        importance = row.real(13)
        guard position.isValid, access.isValid else { return nil }
    }
}
