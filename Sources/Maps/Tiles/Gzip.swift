import CZlib

/// The compression of tiles.
enum Gzip {
    /// The maximum size of a tile without compression. Tiles of the OpenMapTiles schema have at most about 2 MB.
    static let maxBytes = 8 << 20

    /// The bytes without compression: bytes that do not begin as gzip or zlib data are returned unchanged.
    ///
    /// - Throws: ``MapError/tile(reason:)`` for damaged data, and for more than ``maxBytes``.
    static func inflated(_ bytes: [UInt8]) throws(MapError) -> [UInt8] {
        let isCompressed = bytes.starts(with: [0x1F, 0x8B]) || bytes.first == 0x78
        guard isCompressed else {
            guard bytes.count <= maxBytes else { throw tooLarge }
            return bytes
        }
        var stream = z_stream()
        // 32 selects gzip or zlib by the header.
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(&stream, MAX_WBITS + 32, ZLIB_VERSION, size) == Z_OK else {
            throw .tile(reason: "zlib has no memory")
        }
        defer { inflateEnd(&stream) }
        let chunkBytes = min(max(4 * bytes.count, 4096), 1 << 20)
        var input = bytes
        var output: [UInt8] = []
        var status = Z_OK
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(clamping: input.count)
            while status == Z_OK, output.count <= maxBytes {
                let chunk = [UInt8](unsafeUninitializedCapacity: chunkBytes) { buffer, count in
                    stream.next_out = buffer.baseAddress
                    stream.avail_out = UInt32(clamping: buffer.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    count = buffer.count - Int(stream.avail_out)
                }
                output += chunk
            }
        }
        guard output.count <= maxBytes else { throw tooLarge }
        guard status == Z_STREAM_END else { throw .tile(reason: "its compressed data are damaged") }
        return output
    }

    private static var tooLarge: MapError { .tile(reason: "it has more than \(maxBytes >> 20) MB") }
}
