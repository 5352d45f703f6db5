import CZlib

/// The checksum of gzip, PNG and zlib (CRC-32 of ISO 3309), which every language provides.
enum Checksum {
    /// The checksum as eight hexadecimal digits; zeros for no bytes.
    static func text(of bytes: [UInt8]) -> String {
        // zlib takes a 32-bit length; a frame of the largest panel has far fewer bytes.
        let value = bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
