import NavigationEvents

/// A row of the fixes of a drive: the fix, and the time of the row.
struct ScenarioFix {
    var seconds: Double
    var fix: Fix

    /// The time of a row.
    static func time(_ seconds: Double) -> Timestamp? { Timestamp(secondsSinceEpoch: 1_700_000_000 + seconds) }

    /// Parses a row with the columns t, latitude, longitude, accuracy, course (-1 if unknown), speed.
    init?(_ row: [Double]) {
        guard row.count >= 6, let time = Self.time(row[0]) else { return nil }
        seconds = row[0]
        fix = Fix(
            time: time, position: Coordinate(latitudeDegrees: row[1], longitudeDegrees: row[2]),
            horizontalAccuracyMeters: row[3], speedMetersPerSecond: row[5] >= 0 ? row[5] : nil,
            courseDegrees: row[4] >= 0 ? row[4] : nil, quality: .gps)
    }
}
