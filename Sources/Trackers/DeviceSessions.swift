package import NavigationEvents

/// Maps the names of devices to sessions.
///
/// A device of the table has the session that the table gives. Any other device has the session of its derived name, if
/// the table allows that: in lower case, with `-` for each character other than `a`–`z`, `0`–`9`, `-` and `_`. So the
/// device `Jane/Phone` of OwnTracks drives the session `jane-phone`.
///
/// A name longer than 32 characters is refused instead of cut, since two devices could get one session. So is a name
/// without a letter or a digit of ASCII. `Bus.7` and `Bus/7` derive the same name: give one of them an entry.
package struct DeviceSessions: Hashable, Sendable {
    private let table: [String: Session]
    private let derivesNames: Bool
    /// The session of every device; `nil` if it depends on the name.
    private let common: Session?
    /// Maximum length of a name where all devices have one session, bytes.
    private static let maxNameBytes = 128

    /// - Parameters:
    ///   - table: The sessions by the exact name of the device.
    ///   - derivesNames: Whether a device that is not in the table has the session of its derived name.
    package init(_ table: [String: Session] = [:], derivesNames: Bool = true) {
        self.table = table
        self.derivesNames = derivesNames
        common = nil
    }

    /// Gives all devices one session.
    package init(common: Session) {
        self.common = common
        (table, derivesNames) = ([:], false)
    }

    /// The position of a device.
    ///
    /// - Throws: ``TrackerError/noSession(device:)``.
    func position(of device: String, _ fix: Fix) throws(TrackerError) -> TrackerPosition {
        TrackerPosition(device: device, session: try session(of: device), fix: fix)
    }

    /// The session of a device.
    ///
    /// - Throws: ``TrackerError/noSession(device:)``.
    func session(of device: String) throws(TrackerError) -> Session {
        if let common, (1...Self.maxNameBytes).contains(device.utf8.count) { return common }
        if let session = table[device] { return session }
        guard derivesNames, let session = Self.derivedSession(of: device) else { throw .noSession(device: device) }
        return session
    }

    private static func derivedSession(of device: String) -> Session? {
        // Each character becomes at least one, and longer names are refused.
        guard device.utf8.count <= 4 * 32 else { return nil }
        var hasName = false
        let name = String(
            String.UnicodeScalarView(
                device.unicodeScalars.map { scalar in
                    switch scalar {
                    case "a"..."z", "0"..."9":
                        hasName = true
                        return scalar
                    case "A"..."Z":
                        hasName = true
                        return scalar.properties.lowercaseMapping.unicodeScalars.first ?? "-"
                    case "_": return scalar
                    default: return "-"
                    }
                }))
        return hasName ? Session(name) : nil
    }
}
