import NavigationEvents

/// What the sentences of one moment say together.
struct NMEAEpoch {
    /// Seconds of the UTC day.
    var secondsOfDay: Double?
    /// The day, from RMC or ZDA.
    var day: CivilDay?
    var position: Coordinate?
    /// Whether a sentence says that there is no position.
    var isWithoutFix = false
    var altitudeMeters: Double?
    var dilution: Double?
    var errorMeters: Double?
    var speedMetersPerSecond: Double?
    var courseDegrees: Double?
    var headingDegrees: Double?
    var satellitesUsed: Int?
    var satelliteIDs: Set<Substring> = []
    var satellitesInView: [Substring: Int] = [:]
    var quality: FixQuality?

    /// Whether no sentence has said anything yet.
    var isEmpty: Bool { secondsOfDay == nil && position == nil }

    /// Metres of error for each unit of dilution of an ordinary receiver.
    private static let metersPerDilution = 5.0

    /// The epoch as a fix of a day; `nil` if it has none.
    func fix(day: CivilDay) -> Fix? {
        guard let position, let secondsOfDay, quality != FixQuality.none, !isWithoutFix else { return nil }
        return Fix(
            time: day.time(secondsOfDay: secondsOfDay), position: position, altitudeMeters: altitudeMeters,
            horizontalAccuracyMeters: errorMeters ?? dilution.map { $0 * Self.metersPerDilution },
            speedMetersPerSecond: speedMetersPerSecond, courseDegrees: courseDegrees, headingDegrees: headingDegrees,
            satellitesUsed: satellitesUsed ?? (satelliteIDs.isEmpty ? nil : satelliteIDs.count),
            satellitesInView: satellitesInView.isEmpty ? nil : satellitesInView.values.reduce(0, +),
            quality: quality ?? .unknown)
    }
}
