import NavigationEvents

/// A position in the plain JSON of navbus, for scripts and for devices with own software:
///
///     {"latitude": 48.137, "longitude": 11.575, "time": "2026-05-04T08:00:01.250Z",
///      "accuracy": 4, "speed": 12.5, "course": 271, "altitude": 519, "device": "bus-7"}
///
/// | Member | Value |
/// |---|---|
/// | `latitude`, `longitude` | degrees, WGS84; required |
/// | `time` | the time of the fix: a text in RFC 3339, or a number of seconds or, from 10¹¹ on, milliseconds since 1970; required |
/// | `accuracy` | radius of 68 % probability, metres |
/// | `speed`, `speedAccuracy` | metres per second |
/// | `course` | direction of movement, degrees clockwise from true north |
/// | `altitude` | metres above mean sea level |
/// | `device` | the device; required where the topic does not name it |
package enum PlainPosition {
    private static let fields = TrackerFields(speedAccuracy: "speedAccuracy")

    /// The position of a message.
    ///
    /// - Parameters:
    ///   - json: The message.
    ///   - device: The device that the topic names; if `nil`, the member `device` names it.
    ///   - sessions: The sessions of devices.
    package static func position(
        json: [UInt8], device: String?, in sessions: DeviceSessions
    ) throws(TrackerError) -> TrackerPosition {
        try position(of: try TrackerObject(json: json), device: device, in: sessions)
    }

    static func position(
        of message: TrackerObject, device: String?, in sessions: DeviceSessions
    ) throws(TrackerError) -> TrackerPosition {
        let fix = try message.fix(fields)
        let device = try message.required("device", message.text, known: device)
        return try sessions.position(of: device, fix)
    }
}
