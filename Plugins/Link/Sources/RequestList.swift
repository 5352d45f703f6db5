package import EventCodec

/// The payload of an input message: request frames, each after its length in bytes (a protobuf varint), as protobuf's
/// libraries write delimited messages.
package struct RequestList: Sendable {
    /// The most bytes of a list. A larger frame is a list of its own.
    package static let maxBytes = 64 * 1024

    /// The encoded frames.
    package private(set) var bytes: [UInt8] = []
    /// The number of frames.
    package private(set) var count = 0

    package init() {}

    /// Whether a frame of this size has room.
    package func hasRoom(for byteCount: Int) -> Bool {
        count == 0 || bytes.count + byteCount + Self.maxLengthBytes <= Self.maxBytes
    }

    private static let maxLengthBytes = 5

    /// Appends an encoded frame.
    package mutating func append(_ frame: some Collection<UInt8>) {
        var length = UInt32(frame.count)
        while length >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: length) | 0x80)
            length >>= 7
        }
        bytes.append(UInt8(length))
        bytes.append(contentsOf: frame)
        count += 1
    }

    /// A list that cannot be read.
    package struct Malformed: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// Reads the frames of a list.
    package static func frames(in bytes: [UInt8]) throws(Malformed) -> [RequestFrame] {
        var frames: [RequestFrame] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let length = try Self.length(&rest)
            guard length <= rest.count else { throw Malformed(description: "a frame of \(length) bytes is cut off") }
            do {
                frames.append(try RequestFrame(wireBytes: Array(rest.prefix(length))))
            } catch {
                throw Malformed(description: "\(error)")
            }
            rest = rest.dropFirst(length)
        }
        return frames
    }

    private static func length(_ rest: inout ArraySlice<UInt8>) throws(Malformed) -> Int {
        var length = 0
        for shift in stride(from: 0, to: 7 * maxLengthBytes, by: 7) {
            guard let byte = rest.popFirst() else { break }
            length |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return length }
        }
        throw Malformed(description: "the length of a frame is cut off or too large")
    }
}
