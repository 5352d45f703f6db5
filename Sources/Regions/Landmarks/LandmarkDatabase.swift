import NavigationEvents

/// The landmarks of one region.
package final class LandmarkDatabase {
    private let statement: SQLiteStatement
    /// More landmarks around one maneuver are not read: no real town has them.
    private static let maxRows = 20000

    /// Opens the landmarks of a region.
    package init(_ region: Region) throws(RegionError) {
        statement = try SQLiteDatabase(region.path("landmarks.sqlite")).statement(
            """
            SELECT l.id, l.kind, l.detail, l.name, l.lat, l.lon, l.direction, l.has_signals, l.steps,
                l.start_lat, l.start_lon, l.end_lat, l.end_lon, l.osm, r.bearing, r.class, r.oneway
            FROM landmark_position p JOIN landmark l ON l.id = p.id LEFT JOIN landmark_road r ON r.landmark = l.id
            WHERE p.max_lat >= ? AND p.min_lat <= ? AND p.max_lon >= ? AND p.min_lon <= ?
            ORDER BY l.id LIMIT \(Self.maxRows)
            """)
    }

    /// The landmarks within a rectangle, in the order of their numbers.
    package func landmarks(in bounds: RegionManifest.Bounds) throws(RegionError) -> [MapLandmark] {
        statement.bind([
            .real(bounds.southWest.latitudeDegrees), .real(bounds.northEast.latitudeDegrees),
            .real(bounds.southWest.longitudeDegrees), .real(bounds.northEast.longitudeDegrees),
        ])
        var found: [MapLandmark] = []
        while try statement.step() {
            // A row for each road of a landmark.
            if found.last?.id != statement.integer(0) {
                guard let landmark = MapLandmark(statement) else { continue }
                found.append(landmark)
            }
            if let roadClass = statement.text(15) {
                let road = MapLandmark.Road(
                    bearingDegrees: statement.real(14), roadClass: roadClass, oneway: statement.integer(16))
                found[found.count - 1].roads.append(road)
            }
        }
        return found
    }
}

extension MapLandmark {
    /// The landmark of a row; `nil` if its position is invalid.
    fileprivate init?(_ row: SQLiteStatement) {
        guard let position = Self.position(row, 4) else { return nil }
        self.init(id: row.integer(0), kind: row.text(1) ?? "", position: position)
        (detail, name, direction) = (row.text(2) ?? "", row.text(3) ?? "", row.text(6) ?? "")
        hasSignals = row.integer(7) == 1
        stairCount = row.text(8) == nil ? nil : row.integer(8)
        (start, end) = (Self.position(row, 9), Self.position(row, 11))
        hasOutline = row.text(13)?.hasPrefix("n") == false
    }

    private static func position(_ row: SQLiteStatement, _ column: Int) -> Coordinate? {
        guard row.text(column) != nil, row.text(column + 1) != nil else { return nil }
        let position = Coordinate(
            latitudeDegrees: row.real(column), longitudeDegrees: row.real(column + 1))
        return position.isValid ? position : nil
    }
}
