import NavigationEvents
import Positions

/// The JSON messages of the app OwnTracks, over MQTT or HTTP.
///
/// `lat` and `lon` are degrees, `tst` is the time of the fix in seconds since 1970, `acc` and `alt` (above mean sea level)
/// are metres, `cog` is degrees, and `vel` is km/h. The accuracy of the altitude (`vac`) is not used, because a ``Fix`` has
/// none. The source is the OwnTracks booklet: owntracks.org/booklet/tech/json and …/tech/http.
package enum OwnTracksMessage {
    private static let fields = TrackerFields(
        latitude: "lat", longitude: "lon", time: "tst", altitude: "alt", accuracy: "acc", speed: "vel", course: "cog",
        speedUnit: .kilometersPerHour)

    /// The position of a message; `nil` for a message that is empty or of a type without positions (`lwt`, `transition`,
    /// `waypoint`, …). Apps send empty messages to delete a friend.
    ///
    /// - Parameters:
    ///   - json: The message.
    ///   - device: The device that the topic of MQTT or the HTTP request names; if `nil`, the member `topic` or `tid`
    ///     names it.
    ///   - sessions: The sessions of devices.
    package static func position(
        json: [UInt8], device: String?, in sessions: DeviceSessions
    ) throws(TrackerError) -> TrackerPosition? {
        guard !json.isEmpty else { return nil }
        let message = try TrackerObject(json: json)
        switch try message.required("_type", message.text) {
        case "location": break
        case "encrypted": throw .encrypted
        default: return nil
        }
        let fix = try message.fix(fields)
        let device = if let device { device } else { try self.device(of: message) }
        return try sessions.position(of: device, fix)
    }

    /// The device of a topic: `jane/phone` for `owntracks/jane/phone`; `nil` for any other topic.
    static func device(topic: String) -> String? {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count == 3, levels[0] == "owntracks", !levels[1].isEmpty, !levels[2].isEmpty else { return nil }
        return "\(levels[1])/\(levels[2])"
    }

    private static func device(of message: TrackerObject) throws(TrackerError) -> String {
        if let topic = try message.text("topic") {
            guard let device = device(topic: topic) else {
                throw .invalidField("topic", wanted: "owntracks/USER/DEVICE")
            }
            return device
        }
        return try message.required("tid", message.text)
    }
}
