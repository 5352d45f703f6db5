import NavigationEvents
import Positions

/// The parameters with which the app OsmAnd and Traccar Client up to version 8 report a position:
/// `/?id=bus-7&lat=48.137&lon=11.575&timestamp=1777881601&speed=24.3&bearing=271&altitude=519&accuracy=4`.
///
/// `id` or `deviceid` is the device, and `location=lat,lon` may replace `lat` and `lon`. `speed` is in knots; `bearing` or
/// `heading` is the course. `timestamp` is a number of seconds or milliseconds since 1970, or a text in ISO 8601, also
/// with a blank in place of the T; without a zone it is UTC. `valid` is `true`, `1`, `false` or `0`. Without `accuracy`,
/// `hdop` gives it. The source is traccar.org/osmand and Traccar's OsmAndProtocolDecoder.
///
/// Unlike in Traccar, a report without a time is refused: the time of arrival says nothing about a report that waited for
/// the network.
enum OsmAndRequest {
    private static let fields = TrackerFields(
        latitude: "lat", longitude: "lon", time: "timestamp", course: "bearing", speedUnit: .knots)

    /// The position of a request.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the query or of the form.
    ///   - sessions: The sessions of devices.
    static func position(
        _ parameters: FormParameters, in sessions: DeviceSessions
    ) throws(TrackerError) -> TrackerPosition {
        let parameters = try withCoordinates(parameters)
        if let valid = try parameters.text("valid") {
            guard let isValid = ["true": true, "1": true, "false": false, "0": false][valid] else {
                throw .invalidField("valid", wanted: "true, false, 1 or 0")
            }
            guard isValid else { throw .noFix }
        }
        var fields = fields
        if try parameters.text("bearing") == nil { fields.course = "heading" }
        var fix = try parameters.fix(fields)
        if fix.horizontalAccuracyMeters == nil, let dilution = try parameters.number("hdop"), dilution > 0 {
            fix.horizontalAccuracyMeters = dilution * Dilution.metersPerUnit
            fix.removeImpossibleNumbers()
        }
        let device = try parameters.required("id", parameters.text, known: try parameters.text("deviceid"))
        return try sessions.position(of: device, fix)
    }

    /// The parameters with `lat` and `lon` in place of `location`.
    private static func withCoordinates(_ parameters: FormParameters) throws(TrackerError) -> FormParameters {
        guard let location = try parameters.text("location") else { return parameters }
        let halves = location.split(separator: ",", omittingEmptySubsequences: false)
        guard halves.count == 2 else { throw .invalidField("location", wanted: "latitude,longitude") }
        return FormParameters(
            parameters.all + [
                .init(name: "lat", value: String(halves[0])), .init(name: "lon", value: String(halves[1])),
            ])
    }
}
