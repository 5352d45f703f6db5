import NavigationEvents
import Platform

/// A position that the browser of a phone has sent, as JSON.
struct PhonePosition: Hashable, Sendable {
    /// The identity of the phone, which its page has made.
    let phone: String
    /// The position.
    let fix: Fix

    /// The maximum length of an identity.
    private static let maxPhoneBytes = 64
    private static let maxMilliseconds = 7.3e12

    /// Reads a position; `nil` if it has no identity, time or place, or an impossible one.
    init?(_ body: [UInt8]) {
        guard let root = try? JSONDocument(body).root, let phone = root.member("phone")?.text,
            (1...Self.maxPhoneBytes).contains(phone.utf8.count),
            let milliseconds = root.member("timeMilliseconds")?.number,
            (0...Self.maxMilliseconds).contains(milliseconds),
            let latitude = root.member("latitudeDegrees")?.number,
            let longitude = root.member("longitudeDegrees")?.number
        else { return nil }
        var fix = Fix(
            time: Timestamp(nanosecondsSinceEpoch: Int64(milliseconds) * 1_000_000),
            position: Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude),
            altitudeMeters: root.member("altitudeMeters")?.number,
            // By its specification, 95 % of positions are within the accuracy of a browser; in practice it is that of the
            // receiver, 68 %.
            horizontalAccuracyMeters: root.member("accuracyMeters")?.number,
            speedMetersPerSecond: root.member("speedMetersPerSecond")?.number,
            courseDegrees: root.member("courseDegrees")?.number)
        fix.removeImpossibleNumbers()
        guard fix.isPossible else { return nil }
        self.phone = phone
        self.fix = fix
    }
}
