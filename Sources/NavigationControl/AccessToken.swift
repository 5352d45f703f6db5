import Glibc

/// The secret that a client must send to a web server.
public enum AccessToken {
    /// Allowed lengths in characters: sixteen random characters cannot be found by trial.
    public static let lengths = 16...128
    /// Minimum number of different characters, so that a repeated key is refused.
    public static let minDistinctCharacters = 8

    /// Whether a token has an allowed length, enough different characters, and only characters that need no escape in
    /// an address or a cookie.
    public static func isValid(_ text: String) -> Bool {
        lengths.contains(text.utf8.count) && Set(text.utf8).count >= minDistinctCharacters
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._~".utf8.contains(byte)
                }
            }
    }

    /// Creates a token with 128 random bits.
    public static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        return String((0..<32).map { _ in digits[Int.random(in: 0..<16, using: &generator)] })
    }

    /// Whether a header `Authorization` contains a token: "Bearer 0123456789abcdef".
    public static func isBearer(_ authorization: String, of token: String) -> Bool {
        let words = authorization.split(separator: " ")
        return words.count == 2 && words[0].lowercased() == "bearer" && isEqual(String(words[1]), token)
    }

    /// Whether two tokens are equal. The duration does not depend on where they differ.
    public static func isEqual(_ offered: String, _ wanted: String) -> Bool {
        let (offered, wanted) = (Array(offered.utf8), Array(wanted.utf8))
        var difference = offered.count ^ wanted.count
        for index in wanted.indices {
            difference |= Int(wanted[index] ^ (index < offered.count ? offered[index] : 0))
        }
        return difference == 0
    }
}
