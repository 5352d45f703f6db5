/// The refusal of a request, with the reason.
public struct RequestError: Error, Sendable, Hashable {
    /// The kind of refusal.
    public enum Code: Int32, OpenEnumeration {
        /// Not given, or a member of a later version.
        case unknown = 0
        /// The bytes could not be decoded as a request.
        case malformed = 1
        /// The bus has no such session.
        case noSuchSession = 2
        /// The route cannot be followed.
        case badRoute = 3
        /// No component of this bus can do it at present.
        case unavailable = 4
        /// This bus does not support the control's version of the contract.
        case contractVersion = 5
        /// The role of the peer does not permit the request.
        case forbidden = 6
        /// The peer has sent too many requests in too short a time.
        case throttled = 7

        /// The value for an unknown number.
        public static let unrecognized = Code.unknown
    }

    /// The kind of refusal.
    public var code: Code
    /// For people: the problem and what to do.
    public var text: String

    /// Makes a refusal.
    public init(code: Code, text: String) {
        self.code = code
        self.text = text
    }
}
