/// Decodes Base64 constants of the code.
enum Base64 {
    static func bytes(_ text: StaticString) -> [UInt8] {
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
