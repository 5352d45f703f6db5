import Platform

/// The reason why the message of a tracker gives no position. The description completes "failed to …".
package enum TrackerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message is larger than ``TrackerPosition/maxBytes``.
    case tooLarge(byteCount: Int)
    /// The message is not JSON.
    case notJSON(problem: String, byteOffset: Int)
    /// The message is not the text of a form.
    case notForm(problem: String)
    /// A required field is missing.
    case missingField(String)
    /// A field has another type, is not finite, or is not a time.
    case invalidField(String, wanted: String)
    /// A field occurs more than once.
    case repeatedField(String)
    /// A latitude, a longitude or a time is out of its range.
    case outOfRange(String)
    /// The tracker has no fix: it says so, or reports 0° north, 0° east.
    case noFix
    /// The message is encrypted by the app.
    case encrypted
    /// The device has no session.
    case noSession(device: String)

    /// The kind of an error: the name of its counter.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case tooLarge, notJSON, notForm, missingField, invalidField, repeatedField, outOfRange, noFix, encrypted
        case noSession
    }

    /// The kind.
    package var kind: Kind {
        switch self {
        case .tooLarge: .tooLarge
        case .notJSON: .notJSON
        case .notForm: .notForm
        case .missingField: .missingField
        case .invalidField: .invalidField
        case .repeatedField: .repeatedField
        case .outOfRange: .outOfRange
        case .noFix: .noFix
        case .encrypted: .encrypted
        case .noSession: .noSession
        }
    }

    package var description: String {
        switch self {
        case .tooLarge(let count):
            "read the message: it has \(count) bytes, at most \(TrackerPosition.maxBytes) are allowed"
        case .notJSON(let problem, let offset): "read the message as JSON: \(problem), at byte \(offset)"
        case .notForm(let problem): "read the parameters: \(problem)"
        case .missingField(let field): "read the position: \(field) is missing"
        case .invalidField(let field, let wanted): "read the position: \(field) must be \(wanted)"
        case .repeatedField(let field): "read the position: \(field) occurs more than once"
        case .outOfRange(let field): "read the position: \(field) is out of range"
        case .noFix: "read the position: the tracker reports that it has no fix"
        case .encrypted: "read the message: it is encrypted; turn the encryption of the app off and use TLS"
        case .noSession(let device):
            "find the session of the device \"\(device.printable(upTo: 64))\": give it a session in the table of devices, "
                + "or a name of at most 32 characters with a letter or a digit"
        }
    }
}
