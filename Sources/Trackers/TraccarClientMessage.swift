import NavigationEvents

/// The JSON of Traccar Client from version 9 on: `{"location": {"timestamp": …, "coords": {…}}, "device_id": …}`.
///
/// `speed` is in metres per second, unlike in the other formats of Traccar; an unknown speed or heading is -1. The source
/// is traccar.org/osmand and Traccar's OsmAndProtocolDecoderTest.
enum TraccarClientMessage {
    private static let fields = TrackerFields(speedAccuracy: "speed_accuracy", course: "heading")

    /// The position of a message.
    ///
    /// - Parameters:
    ///   - json: The message.
    ///   - sessions: The sessions of devices.
    static func position(json: [UInt8], in sessions: DeviceSessions) throws(TrackerError) -> TrackerPosition {
        try position(of: try TrackerObject(json: json), in: sessions)
    }

    static func position(
        of message: TrackerObject, in sessions: DeviceSessions
    ) throws(TrackerError) -> TrackerPosition {
        let location = try message.required("location", message.object)
        let coordinates = try location.required("coords", location.object)
        let fix = try coordinates.fix(fields, time: try location.required("timestamp", location.time))
        let device = try message.required("device_id", message.text)
        return try sessions.position(of: device, fix)
    }
}
