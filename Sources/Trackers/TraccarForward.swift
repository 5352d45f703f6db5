import NavigationEvents
import Positions

/// The JSON with which a Traccar server forwards positions (`forward.type` `json`), so that each of the devices that it
/// supports can be a source.
///
/// `position.speed` is in knots, `position.fixTime` is the time of the fix, and `device.uniqueId` is the device. A position
/// that is not `valid`, or `outdated`, is the last known one: the device has no fix. The source is traccar.org/forward and
/// Traccar's classes PositionData and Position.
enum TraccarForward {
    private static let fields = TrackerFields(time: "fixTime", speedUnit: .knots)

    /// The position of a message.
    ///
    /// - Parameters:
    ///   - json: The message.
    ///   - sessions: The sessions of devices.
    static func position(json: [UInt8], in sessions: DeviceSessions) throws(TrackerError) -> TrackerPosition {
        let message = try TrackerObject(json: json)
        let position = try message.required("position", message.object)
        guard try position.flag("valid") != false, try position.flag("outdated") != true else { throw .noFix }
        let fix = try position.fix(fields)
        let device = try message.required("device", message.object)
        let name = try device.required("uniqueId", device.text)
        return try sessions.position(of: name, fix)
    }
}
