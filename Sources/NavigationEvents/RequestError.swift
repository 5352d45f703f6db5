/// Why a request was refused.
public struct RequestError: Error, Sendable, Hashable {
    /// What kind of refusal.
    public enum Code: Int32, OpenEnumeration {
        case unknown = 0
        /// The bytes could not be read as a request.
        case malformed = 1
        /// No such session on this bus.
        case noSuchSession = 2
        /// The route cannot be followed.
        case badRoute = 3
        /// Nothing on this bus can do it at present.
        case unavailable = 4
        /// The control speaks a version of the contract this bus does not.
        case contractVersion = 5
        /// Who asks may not ask for this.
        case forbidden = 6
        /// Who asks has asked too much in too short a time.
        case throttled = 7

        /// What an unknown number reads as.
        public static let unrecognized = Code.unknown
    }

    /// What kind of refusal.
    public var code: Code
    /// For people: what is wrong and the way out.
    public var text: String

    /// Makes a refusal.
    public init(code: Code, text: String) {
        self.code = code
        self.text = text
    }
}
