/// The check sum of gzip, PNG and zlib (CRC-32 of ISO 3309), which every language has at hand.
struct Checksum {
    /// The sum of no bytes is 0.
    let value: UInt32

    init(_ bytes: [UInt8]) {
        var remainder = UInt32.max
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
        }
        value = ~remainder
    }

    /// Eight hexadecimal digits.
    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
