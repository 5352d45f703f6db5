import Glibc

/// The secret that a client of a web server must know.
public enum AccessToken {
    /// How many characters it may have: sixteen random ones are not found by trying.
    public static let lengths = 16...128
    /// How many of them must differ: a key held down is soon tried.
    public static let minDifferent = 8

    /// Whether it is long enough and not all the same, and can stand in an address and in a cookie as it is.
    public static func isFit(_ text: String) -> Bool {
        lengths.contains(text.utf8.count) && Set(text.utf8).count >= minDifferent
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._~".utf8.contains(byte)
                }
            }
    }

    /// A new one of 128 random bits.
    public static func made() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        return String((0..<32).map { _ in digits[Int.random(in: 0..<16, using: &generator)] })
    }

    /// Whether both are the same. How long that takes tells nothing of where they differ.
    public static func isEqual(_ offered: String, _ wanted: String) -> Bool {
        let (offered, wanted) = (Array(offered.utf8), Array(wanted.utf8))
        var difference = offered.count ^ wanted.count
        for index in wanted.indices {
            difference |= Int(wanted[index] ^ (index < offered.count ? offered[index] : 0))
        }
        return difference == 0
    }
}
