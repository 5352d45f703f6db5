/// Base64 (RFC 4648), three bytes in four characters.
public enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let filling = UInt8(ascii: "=")

    /// The text of bytes, filled up with `=`.
    public static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var word: UInt32 = 0
            for index in 0..<3 { word = word << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
            for digit in 0..<4 {
                text.append(digit <= count ? digits[Int(word >> (18 - 6 * UInt32(digit)) & 0x3F)] : filling)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a constant; characters that are no digits are skipped.
    public static func bytes(_ text: StaticString) -> [UInt8] {
        text.withUTF8Buffer { letters in
            var bytes: [UInt8] = []
            var bits: UInt32 = 0
            var count = 0
            for letter in letters {
                guard let value = value(of: letter) else { continue }
                bits = bits << 6 | value
                count += 6
                if count >= 8 {
                    count -= 8
                    bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                }
            }
            return bytes
        }
    }

    private static func value(of letter: UInt8) -> UInt32? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
