import NavigationEvents

/// A row of a drive's fixes: the fix, and the time as it stands there.
struct ScenarioFix {
    var seconds: Double
    var fix: Fix

    /// Columns t, latitude, longitude, accuracy, course (-1 where unknown), speed.
    init?(_ row: [Double]) {
        guard row.count >= 6, let time = Timestamp(secondsSinceEpoch: 1_700_000_000 + row[0]) else { return nil }
        seconds = row[0]
        fix = Fix(
            time: time, position: Coordinate(latitudeDegrees: row[1], longitudeDegrees: row[2]),
            horizontalAccuracyMeters: row[3], speedMetersPerSecond: row[5] >= 0 ? row[5] : nil,
            courseDegrees: row[4] >= 0 ? row[4] : nil, quality: .gps)
    }
}
