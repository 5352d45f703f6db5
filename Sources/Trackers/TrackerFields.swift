import NavigationEvents
import Positions

/// The names of the fields of a format, and the unit of its speed.
struct TrackerFields: Sendable {
    var latitude: StaticString = "latitude"
    var longitude: StaticString = "longitude"
    var time: StaticString = "time"
    var altitude: StaticString = "altitude"
    var accuracy: StaticString = "accuracy"
    var speed: StaticString = "speed"
    /// The standard deviation of the speed, in the unit of the speed; `nil` if the format has no such field.
    var speedAccuracy: StaticString?
    var course: StaticString = "course"
    var speedUnit = SpeedUnit.metersPerSecond
}

/// The named values of a message.
protocol TrackerValues {
    /// A number; `nil` if the field is absent.
    ///
    /// - Throws: ``TrackerError/invalidField(_:wanted:)``, ``TrackerError/repeatedField(_:)``.
    func number(_ field: StaticString) throws(TrackerError) -> Double?

    /// A time; `nil` if the field is absent.
    ///
    /// - Throws: ``TrackerError/invalidField(_:wanted:)``, ``TrackerError/repeatedField(_:)``,
    ///   ``TrackerError/outOfRange(_:)``.
    func time(_ field: StaticString) throws(TrackerError) -> Timestamp?

    /// The name of a field in errors ("position.latitude").
    func path(_ field: StaticString) -> String
}

extension TrackerValues {
    /// The fix with the values of the fields, by the rules of ``TrackerPosition``.
    ///
    /// - Parameters:
    ///   - fields: The names of the fields.
    ///   - time: The time, if another object of the message has it.
    func fix(_ fields: TrackerFields, time: Timestamp? = nil) throws(TrackerError) -> Fix {
        let position = Coordinate(
            latitudeDegrees: try required(fields.latitude, number),
            longitudeDegrees: try required(fields.longitude, number))
        switch FixCheck.rejection(of: position) {
        case nil: break
        case .nullIsland: throw .noFix
        case _ where !(-90...90).contains(position.latitudeDegrees): throw .outOfRange(path(fields.latitude))
        default: throw .outOfRange(path(fields.longitude))
        }
        let time = try required(fields.time, self.time, known: time)
        let accuracy = try number(fields.accuracy)
        return Fix(
            time: time, position: position, altitudeMeters: try number(fields.altitude),
            horizontalAccuracyMeters: accuracy == 0 ? nil : accuracy,
            speedMetersPerSecond: try speed(fields.speed, in: fields.speedUnit),
            speedAccuracyMetersPerSecond: try speed(fields.speedAccuracy, in: fields.speedUnit),
            courseDegrees: try number(fields.course)
        ).withoutImpossibleNumbers
    }

    /// The value of a required field, unless it is known from elsewhere.
    func required<Value>(
        _ field: StaticString, _ read: (StaticString) throws(TrackerError) -> Value?, known: Value? = nil
    ) throws(TrackerError) -> Value {
        if let known { return known }
        guard let value = try read(field) else { throw .missingField(path(field)) }
        return value
    }

    private func speed(_ field: StaticString?, in unit: SpeedUnit) throws(TrackerError) -> Double? {
        guard let field else { return nil }
        return try number(field).map { $0 / unit.perMeterPerSecond }
    }
}

/// Times as trackers write them.
enum TrackerTime {
    /// Numbers from this one on are milliseconds: it is the year 1973 in milliseconds, and 5138 in seconds.
    static let minMilliseconds = 1e11

    /// The time of a number: seconds or milliseconds since 1970-01-01T00:00:00Z.
    ///
    /// - Throws: ``TrackerError/outOfRange(_:)`` for a time out of ``PhysicalRange/time``.
    static func time(of number: Double, field: String) throws(TrackerError) -> Timestamp {
        let perSecond = number >= minMilliseconds ? 1000.0 : 1
        // The fraction is scaled alone: the product of all digits would lose the last ones.
        let whole = number.rounded(.down)
        guard let units = Int64(exactly: whole), units >= 0, number / perSecond < 9.2e9 else {
            throw .outOfRange(field)
        }
        let nanosecondsPerUnit = 1e9 / perSecond
        let fraction = Int64(((number - whole) * nanosecondsPerUnit).rounded())
        return try checked(
            Timestamp(nanosecondsSinceEpoch: units * Int64(nanosecondsPerUnit) + fraction), field: field)
    }

    /// The time of a text in RFC 3339, or in the same form with a blank or without a zone, which means UTC.
    ///
    /// - Throws: ``TrackerError/invalidField(_:wanted:)`` for another text, ``TrackerError/outOfRange(_:)``.
    static func time(of text: String, field: String) throws(TrackerError) -> Timestamp {
        guard let time = Timestamp(iso8601: text) else {
            throw .invalidField(field, wanted: "a time, such as 2026-05-04T08:00:01Z or 1777881601")
        }
        return try checked(time, field: field)
    }

    private static func checked(_ time: Timestamp, field: String) throws(TrackerError) -> Timestamp {
        guard PhysicalRange.time.contains(time) else { throw .outOfRange(field) }
        return time
    }
}
