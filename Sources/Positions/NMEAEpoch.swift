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
    /// What a compass said nearest to the moment: the last before its time was named, or else the first after that.
    private(set) var headingDegrees: Double?
    private var hasHeadingOfMoment = false
    /// What compasses said from this moment to the next one. In recordings; live, nobody waits for the next one.
    private(set) var headings: [HeadingReading] = []
    /// How long it lasts until the next moment.
    var lengthSeconds = 1.0
    var satellitesUsed: Int?
    var satelliteIDs: Set<Substring> = []
    var satellitesInView: [Substring: Int] = [:]
    var quality: FixQuality?

    /// More than a compass says between two moments, so that one without moments fills no memory.
    private static let mostHeadings = 512
    /// Compasses talk at least so often: however long a gap is, they did not fall silent with the receiver.
    private static let longestStepSeconds = 1.0

    /// Whether no sentence has said anything yet.
    var isEmpty: Bool { secondsOfDay == nil && position == nil }

    /// Metres of error for each unit of dilution of an ordinary receiver.
    private static let metersPerDilution = 5.0

    /// Adds a true heading to the fix.
    mutating func add(trueHeadingDegrees degrees: Double) {
        guard !hasHeadingOfMoment else { return }
        headingDegrees = degrees
        hasHeadingOfMoment = secondsOfDay != nil
    }

    /// Keeps a heading until it is known when it was so. Before the first moment there is no telling.
    mutating func keep(_ reading: HeadingReading) {
        guard secondsOfDay != nil, headings.count < Self.mostHeadings else { return }
        headings.append(reading)
    }

    /// What compasses said, evenly spread from this moment to the next: their sentences have no times.
    func headings(day: CivilDay) -> [HeadingReading] {
        guard let secondsOfDay else { return [] }
        let step = min(Self.longestStepSeconds, lengthSeconds / Double(max(headings.count, 1)))
        return headings.enumerated().map { index, reading in
            var timed = reading
            timed.time = day.time(secondsOfDay: secondsOfDay + Double(index) * step)
            return timed
        }
    }

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
