import DBus
import NavigationEvents

/// The properties of a location of GeoClue: the interface `org.freedesktop.GeoClue2.Location`.
enum GeoClueLocation {
    /// The problem of a location, as the continuation of "it …".
    struct Flaw: Error, Hashable { var reason: String }

    /// GeoClue reports one metre for a good dilution, which no receiver reaches: the same limit as for gpsd.
    private static let minAccuracyMeters = 3.0

    /// The fix of a location.
    ///
    /// An unknown altitude is the least number, an unknown speed or heading is -1. The accuracy is passed on however large
    /// it is: that of a position from the network is kilometres. The heading is that of the movement only while there is
    /// one; at rest it may be that of a compass.
    static func fix(_ properties: [String: DBusValue]) throws(Flaw) -> Fix {
        func number(_ name: String) -> Double? { properties[name]?.asDouble }
        guard let latitude = number("Latitude"), let longitude = number("Longitude") else {
            throw Flaw(reason: "has no latitude or no longitude")
        }
        let position = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
        guard FixCheck.rejection(of: position) == nil else { throw Flaw(reason: "has an invalid position") }
        guard let time = time(properties["Timestamp"]) else { throw Flaw(reason: "has no valid time") }
        let speed = number("Speed").flatMap(PhysicalRange.speed)
        let accuracy = number("Accuracy").flatMap { $0 > 0 ? max($0, minAccuracyMeters) : nil }
        return Fix(
            time: time, position: position, altitudeMeters: number("Altitude"), horizontalAccuracyMeters: accuracy,
            speedMetersPerSecond: speed, courseDegrees: (speed ?? 0) > 0 ? number("Heading") : nil
        ).withoutImpossibleNumbers
    }

    /// Seconds and microseconds since 1970.
    private static func time(_ value: DBusValue?) -> Timestamp? {
        guard let parts = value?.asMembers?.map(\.asInt), parts.count == 2, let seconds = parts[0],
            let microseconds = parts[1], (1..<9_000_000_000).contains(seconds), (0..<1_000_000).contains(microseconds)
        else { return nil }
        let time = Timestamp(nanosecondsSinceEpoch: (Int64(seconds) * 1_000_000 + Int64(microseconds)) * 1000)
        return PhysicalRange.time.contains(time) ? time : nil
    }
}
