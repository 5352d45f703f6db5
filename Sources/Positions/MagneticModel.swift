import Glibc
public import NavigationEvents

/// How far magnetic north lies from true north: the World Magnetic Model, which is made anew every five years.
///
/// The standard deviation of a declination is √(0.26² + (5417 nT / H)²) degrees, H being the horizontal field there: 0.4°
/// in central Europe, 1° where H is 5600 nT. What iron nearby does to a compass is not in it.
public struct MagneticModel: Sendable {
    /// The model that is built in: WMM2025.
    public static let current = wmm2025

    /// Below this horizontal field a compass is of no use: the "blackout zone" around the magnetic poles.
    public static let blackoutNanotesla = 2000.0

    /// The first moment it is valid at.
    public let validFrom: Timestamp
    /// The last moment it is valid at: five years later.
    public let validUntil: Timestamp
    /// The moments between which it is used: another five years before and after. Nobody vouches for it there, but the
    /// models of 2015 and 2020 were off by 1.4 degrees at most after such a time, up to 70 degrees of latitude: who is
    /// guided by it would be worse off without.
    public let usedFrom: Timestamp
    /// The end of that time.
    public let usedUntil: Timestamp

    /// One row of the model: its degree and order, nanotesla, and nanotesla a year.
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
    /// By order; it is the index.
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

    /// The angle from true north to magnetic north, degrees, positive to the east: what is added to a magnetic heading to
    /// make it a true one.
    ///
    /// - Parameters:
    ///   - place: where the compass is.
    ///   - altitudeMeters: above the sea; heights that the model does not have, below -1000 and above 850 000 m, count as
    ///     the nearest that it has.
    ///   - time: when, from ``usedFrom`` to ``usedUntil``.
    /// - Returns: -180...180; `nil` at other times, so near to a magnetic pole that the horizontal field is below
    ///   ``blackoutNanotesla``, and for what is no place on Earth.
    public func declinationDegrees(at place: Coordinate, altitudeMeters: Double = 0, on time: Timestamp) -> Double? {
        guard time >= usedFrom, time <= usedUntil,
            let field = horizontalField(at: place, altitudeMeters: altitudeMeters, on: time),
            field.strengthNanotesla >= Self.blackoutNanotesla
        else { return nil }
        return atan2(field.eastNanotesla, field.northNanotesla) * 180 / .pi
    }

    /// Years since the model begins, each divided evenly.
    func yearsSinceBeginning(_ time: Timestamp) -> Double {
        let year = CivilDay(of: time).name.year
        let (begin, end) = (Self.newYear(year), Self.newYear(year + 1))
        return Double(year - firstYear) + time.seconds(since: begin) / end.seconds(since: begin)
    }

    private static func newYear(_ year: Int) -> Timestamp {
        (CivilDay(year: year, month: 1, day: 1) ?? CivilDay(number: 0)).time(secondsOfDay: 0)
    }
}
