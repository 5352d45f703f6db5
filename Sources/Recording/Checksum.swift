import CZlib

/// A CRC-32 checksum, as in zlib, PNG and MCAP.
struct Checksum {
    private(set) var value: UInt32 = 0

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
            value = UInt32(crc32(UInt(value), part.assumingMemoryBound(to: UInt8.self).baseAddress, UInt32(part.count)))
            rest = rest.dropFirst(part.count)
        }
    }

    static func of(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { of($0) } }

    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var checksum = Checksum()
        checksum.add(bytes)
        return checksum.value
    }
}
