/// The check sum of gzip, PNG and zlib (CRC-32 of ISO 3309), which every language has at hand.
enum Checksum {
    /// Eight hexadecimal digits; zeros for no bytes.
    static func text(of bytes: [UInt8]) -> String {
        var remainder = UInt32.max
        for byte in bytes { remainder = remainder >> 8 ^ table[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] }
        let digits = String(~remainder, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// What each byte leaves.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { remainder, _ in
            remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1
        }
    }
}
