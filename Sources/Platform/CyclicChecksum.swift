/// The 32-bit cyclic redundancy check of gzip, PNG and MCAP (CRC-32 of ISO 3309), which every language provides.
public enum CyclicChecksum {
    @usableFromInline static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { rest, _ in rest & 1 == 0 ? rest >> 1 : 0xEDB8_8320 ^ (rest >> 1) }
    }

    /// The checksum of bytes; 0 for none.
    @inlinable
    public static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~table.withUnsafeBufferPointer { table in
            bytes.reduce(~0) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
        }
    }
}
