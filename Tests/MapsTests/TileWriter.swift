import CZlib

@testable import Maps

/// Writes vector tiles and their parts, as their specification says.
enum TileWriter {
    /// A feature: its kind (1 points, 2 lines, 3 polygons), attributes, and lines in units of 1/4096 of the tile.
    struct Feature {
        var kind: UInt64 = 2
        var attributes: [(String, String)]
        var lines: [[(Int, Int)]]
    }

    /// A tile with the layers.
    static func tile(_ layers: [(String, [Feature])]) -> [UInt8] {
        layers.flatMap { name, features in field(3, layer(name, features)) }
    }

    static func layer(_ name: String, _ features: [Feature]) -> [UInt8] {
        var (keys, values): ([String], [String]) = ([], [])
        func index(_ text: String, _ list: inout [String]) -> UInt64 {
            if let known = list.firstIndex(of: text) { return UInt64(known) }
            list.append(text)
            return UInt64(list.count - 1)
        }
        var encoded: [UInt8] = []
        for feature in features {
            let tags = feature.attributes.flatMap { varint(index($0.0, &keys)) + varint(index($0.1, &values)) }
            encoded += field(
                2, field(2, tags) + number(3, feature.kind) + field(4, geometry(feature.lines, feature.kind)))
        }
        return field(1, Array(name.utf8)) + encoded + keys.flatMap { field(3, Array($0.utf8)) }
            + values.flatMap { field(4, field(1, Array($0.utf8))) } + number(5, 4096) + number(15, 2)
    }

    static func geometry(_ lines: [[(Int, Int)]], _ kind: UInt64) -> [UInt8] {
        var (x, y) = (0, 0)
        var bytes: [UInt8] = []
        func add(_ point: (Int, Int)) {
            bytes += signed(point.0 - x) + signed(point.1 - y)
            (x, y) = point
        }
        for line in lines {
            bytes += varint(1 << 3 | 1)
            add(line[0])
            if line.count > 1 { bytes += varint(UInt64(line.count - 1) << 3 | 2) }
            for point in line.dropFirst() { add(point) }
            if kind == 3 { bytes += varint(1 << 3 | 7) }
        }
        return bytes
    }

    static func field(_ field: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        varint(field << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }

    static func number(_ field: UInt64, _ value: UInt64) -> [UInt8] { varint(field << 3) + varint(value) }

    static func signed(_ value: Int) -> [UInt8] { varint(UInt64(bitPattern: Int64(value << 1 ^ value >> 63))) }

    static func varint(_ value: UInt64) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
    }

    /// The bytes as a gzip file.
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        deflateInit2_(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        defer { deflateEnd(&stream) }
        var input = bytes
        return [UInt8](unsafeUninitializedCapacity: bytes.count + 1024) { buffer, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(buffer.count)
                deflate(&stream, Z_FINISH)
                count = buffer.count - Int(stream.avail_out)
            }
        }
    }
}
