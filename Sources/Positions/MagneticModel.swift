import Glibc
public import NavigationEvents

/// The World Magnetic Model, which gives the magnetic declination; a new one is published every five years.
///
/// The standard deviation of a declination is √(0.26² + (5417 nT / H)²) degrees, where H is the horizontal field: 0.4°
/// in central Europe, 1° where H is 5600 nT. Disturbances by iron nearby are not included.
public struct MagneticModel: Sendable {
    /// The built-in model: WMM2025.
    public static let current = wmm2025

    /// The minimum horizontal field for a usable compass: below it lies the "blackout zone" around the magnetic poles.
    public static let blackoutNanotesla = 2000.0

    /// The start of its validity.
    public let validFrom: Timestamp
    /// The end of its validity, five years later.
    public let validUntil: Timestamp
    /// The start of its use, five years before its validity. Outside its validity the model has no guarantee, but the
    /// models of 2015 and 2020 were off by at most 1.4 degrees after five more years, up to 70 degrees of latitude,
    /// which is better than no declination.
    public let usedFrom: Timestamp
    /// The end of its use, five years after its validity.
    public let usedUntil: Timestamp

    /// One row of the model: degree, order, coefficients in nanotesla, and their change in nanotesla per year.
    struct Term {
        var degree: Int
        var order: Int
        var g: Double
        var h: Double
        var gChange: Double
        var hChange: Double

        init(_ degree: Int, _ order: Int, _ g: Double, _ h: Double, _ gChange: Double, _ hChange: Double) {
            (self.degree, self.order, self.g, self.h) = (degree, order, g, h)
            (self.gChange, self.hChange) = (gChange, hChange)
        }
    }

    private let firstYear: Int
    /// The terms by order, which is the index.
    let columns: [Column]

    private static let degrees = 12
    private static let validYears = 5

    init(firstYear: Int, terms: [Term]) {
        self.firstYear = firstYear
        validFrom = Self.newYear(firstYear)
        validUntil = Self.newYear(firstYear + Self.validYears)
        usedFrom = Self.newYear(firstYear - Self.validYears)
        usedUntil = Self.newYear(firstYear + 2 * Self.validYears)
        columns = (0...Self.degrees).map { order in Column(order: order, of: terms) }
    }

    /// The magnetic declination: the angle from true north to magnetic north, degrees, positive to the east. A magnetic
    /// heading plus the declination is a true heading.
    ///
    /// - Parameters:
    ///   - place: The position of the compass.
    ///   - altitudeMeters: Altitude above mean sea level; clamped to the model's range of -1000 to 850 000 m.
    ///   - time: A time from ``usedFrom`` to ``usedUntil``.
    /// - Returns: -180...180; `nil` at other times, where the horizontal field is below ``blackoutNanotesla``, and for
    ///   an invalid position.
    public func declinationDegrees(at place: Coordinate, altitudeMeters: Double = 0, on time: Timestamp) -> Double? {
        guard time >= usedFrom, time <= usedUntil,
            let field = horizontalField(at: place, altitudeMeters: altitudeMeters, on: time),
            field.strengthNanotesla >= Self.blackoutNanotesla
        else { return nil }
        return atan2(field.eastNanotesla, field.northNanotesla) * 180 / .pi
    }

    /// Years since the start of the model, with a fraction of the calendar year.
    func yearsSinceBeginning(_ time: Timestamp) -> Double {
        let year = CivilDay(of: time).date.year
        let (begin, end) = (Self.newYear(year), Self.newYear(year + 1))
        return Double(year - firstYear) + time.seconds(since: begin) / end.seconds(since: begin)
    }

    private static func newYear(_ year: Int) -> Timestamp {
        (CivilDay(year: year, month: 1, day: 1) ?? CivilDay(number: 0)).time(secondsOfDay: 0)
    }
}
