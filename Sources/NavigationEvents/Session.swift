/// One guided vehicle or person.
public struct Session: Sendable, Hashable {
    /// The name: 1 to 32 of `a`–`z`, `0`–`9`, `-`, `_`.
    public let name: String

    /// The session of a bus that guides one vehicle or person.
    public static let main = Session(checked: "main")

    /// Makes a session; `nil` if the name has invalid characters or an invalid length.
    public init?(_ name: String) {
        guard (1...32).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.name = name
    }

    private init(checked name: String) { self.name = name }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
