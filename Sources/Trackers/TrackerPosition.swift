package import NavigationEvents

/// A position that a tracker reported, with the session that it belongs to.
///
/// # Trackers as sources
///
/// A phone with a tracker app, a Traccar server or a script can drive a session: no navbus runs on the vehicle.
///
/// | Format | Sent as | Device | Speed |
/// |---|---|---|---|
/// | OwnTracks (``OwnTracksMessage``) | MQTT, or `POST /owntracks` | the topic `owntracks/USER/DEVICE`, the headers `X-Limit-U` and `X-Limit-D`, `?u=` and `?d=`, the member `topic`, then `tid` | km/h |
/// | OsmAnd (``OsmAndRequest``) | `GET /` or `POST /` of a form | `id` or `deviceid` | knots |
/// | Traccar Client 9 (``TraccarClientMessage``) | `POST /` of JSON | `device_id` | m/s |
/// | Traccar server, `forward.type` `json` (``TraccarForward``) | `POST /traccar` | `device.uniqueId` | knots |
/// | plain JSON (``PlainPosition``) | MQTT, or `POST /` | the topic, or `device` | m/s |
///
/// ``DeviceSessions`` maps the device to a session. All formats give latitude and longitude in degrees (WGS84), the
/// course in degrees clockwise from true north, altitude and accuracy in metres.
///
/// Every format has the same rules:
///
/// - Latitude, longitude, time and device are required. A field that is repeated, has another type or is not finite
///   makes the position invalid.
/// - A latitude, a longitude or a time out of its range makes the position invalid. Any other number out of
///   ``PhysicalRange`` counts as absent, because trackers send -1 for an unknown speed or course.
/// - An accuracy of 0 counts as absent: trackers send 0 if they do not know it.
/// - The position 0° north, 0° east counts as no fix, as does a position that the tracker marks as invalid.
/// - The age of a position is not checked here: a tracker without a network sends its positions later.
///
/// A position that is refused has a ``TrackerError``, whose ``TrackerError/Kind`` is the name of its counter.
package struct TrackerPosition: Hashable, Sendable {
    /// The device, as the tracker names it.
    package var device: String
    /// The session of the device.
    package var session: Session
    /// The fix. Its quality is unknown: no format reports it.
    package var fix: Fix

    /// Maximum size of a message, bytes. The largest of the formats, Traccar's forwarding, has about 2,000.
    package static let maxBytes = 65_536
}
