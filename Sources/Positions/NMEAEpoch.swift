import NavigationEvents

/// The combined contents of the sentences with one time.
struct NMEAEpoch {
    /// Seconds of the UTC day.
    var secondsOfDay: Double?
    /// The day, from RMC or ZDA.
    var day: CivilDay?
    var position: Coordinate?
    /// Whether a sentence reports that there is no position.
    var isWithoutFix = false
    var altitudeMeters: Double?
    var dilution: Double?
    var errorMeters: Double?
    var speedMetersPerSecond: Double?
    var courseDegrees: Double?
    /// The compass heading nearest to the time of the epoch: the last one before it, otherwise the first one after it.
    private(set) var headingDegrees: Double?
    private var hasHeadingOfMoment = false
    /// The headings from this epoch to the next one, in recordings; live headings are not held back.
    private(set) var headings: [HeadingReading] = []
    /// Seconds until the next epoch.
    var lengthSeconds = 1.0
    var satellitesUsed: Int?
    var satelliteIDs: Set<Substring> = []
    var satellitesInView: [Substring: Int] = [:]
    var quality: FixQuality?

    /// Maximum number of headings of an epoch, so that a compass without times does not exhaust the memory.
    private static let maxHeadings = 512
    /// Maximum interval between two headings, seconds: compasses continue during a gap of the receiver.
    private static let maxHeadingStepSeconds = 1.0

    /// Whether the epoch is empty.
    var isEmpty: Bool { secondsOfDay == nil && position == nil }

    /// Adds a true heading to the fix.
    mutating func add(trueHeadingDegrees degrees: Double) {
        guard !hasHeadingOfMoment else { return }
        headingDegrees = degrees
        hasHeadingOfMoment = secondsOfDay != nil
    }

    /// Keeps a heading until its time is known. Headings before the first epoch have no time and are dropped.
    mutating func keep(_ reading: HeadingReading) {
        guard secondsOfDay != nil, headings.count < Self.maxHeadings else { return }
        headings.append(reading)
    }

    /// The headings, evenly spread from this epoch to the next one: their sentences have no times.
    func headings(day: CivilDay) -> [HeadingReading] {
        guard let secondsOfDay else { return [] }
        let step = min(Self.maxHeadingStepSeconds, lengthSeconds / Double(max(headings.count, 1)))
        return headings.enumerated().map { index, reading in
            var timed = reading
            timed.time = day.time(secondsOfDay: secondsOfDay + Double(index) * step)
            return timed
        }
    }

    /// The fix of the epoch on a day; `nil` if it has no position.
    func fix(day: CivilDay) -> Fix? {
        guard let position, let secondsOfDay, quality != FixQuality.none, !isWithoutFix else { return nil }
        return Fix(
            time: day.time(secondsOfDay: secondsOfDay), position: position, altitudeMeters: altitudeMeters,
            horizontalAccuracyMeters: errorMeters ?? dilution.map { $0 * Dilution.metersPerUnit },
            speedMetersPerSecond: speedMetersPerSecond, courseDegrees: courseDegrees, headingDegrees: headingDegrees,
            satellitesUsed: satellitesUsed ?? (satelliteIDs.isEmpty ? nil : satelliteIDs.count),
            satellitesInView: satellitesInView.isEmpty ? nil : satellitesInView.values.reduce(0, +),
            quality: quality ?? .unknown)
    }
}
