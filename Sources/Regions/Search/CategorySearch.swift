import NavigationEvents
import Geodesy

/// Searches the places of a category in one region: "fuel", "Apotheke Neudorf".
struct CategorySearch {
    let database: SQLiteDatabase
    let region: RegionName

    private static let maxPlaces = 200
    /// The score of a place whose name fits completely, so that a name with the word as a part comes after it.
    private static let score = 1.35
    /// Halves of the widths of the areas that are searched until one has places, degrees; the last one is the whole region.
    private static let areas = [0.05, 0.5, 360]

    /// The places of the category that a text names, without an order; empty if it names none.
    ///
    /// - Parameters:
    ///   - words: The folded words of the text. Those beside the category are words of the name or surroundings.
    ///   - near: The position from which distances count.
    func places(for words: [String], near: Coordinate?) throws(RegionError) -> [Place] {
        guard let wanted = CategoryWords.find(in: words) else { return [] }
        // Words beside the category may name a town far away.
        for area in near != nil && wanted.rest.isEmpty ? Self.areas : Self.areas.suffix(1) {
            let found = try places(of: wanted, near, within: area)
            if !found.isEmpty { return found }
        }
        return []
    }

    private func places(
        of wanted: CategoryWords.Finding, _ near: Coordinate?, within degrees: Double
    ) throws(RegionError) -> [Place] {
        let center = near ?? Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)
        let statement = try database.statement(
            """
            SELECT place.id, kind, category, name, housenumber, street, postcode, city, district, lat, lon, access_lat,
                access_lon, importance, osm
            FROM place_position JOIN place ON place.id = place_position.id
            WHERE min_lat <= ? AND max_lat >= ? AND min_lon <= ? AND max_lon >= ? AND category = ?
            ORDER BY abs(lat - ?) + abs(lon - ?)
            """)
        statement.bind([
            .real(center.latitudeDegrees + degrees), .real(center.latitudeDegrees - degrees),
            .real(center.longitudeDegrees + degrees), .real(center.longitudeDegrees - degrees),
            .text(wanted.category), .real(center.latitudeDegrees), .real(center.longitudeDegrees),
        ])
        var places: [Place] = []
        while places.count < Self.maxPlaces, try statement.step() {
            guard var place = Place(statement, of: region) else { continue }
            let around = [place.name, place.city, place.district, place.street, place.postcode].compactMap(\.self)
            let known = Set(around.flatMap(FoldedText.words))
            guard wanted.rest.allSatisfy(known.contains) else { continue }
            place.score = Self.score + 0.35 * place.importance
            if let near {
                let meters = near.distanceMeters(to: place.position)
                place.distanceMeters = meters
                place.score += 0.25 / (1 + meters / PlaceSearch.nearMeters)
            }
            places.append(place)
        }
        return places
    }
}
