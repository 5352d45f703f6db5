import Glibc

/// Splits the output of a control into lines. A long line without an end is split into pieces, so that nothing is lost
/// and memory stays bounded.
struct OutputLines {
    /// Maximum size of a piece, in bytes.
    static let maxPieceBytes = 1 << 20

    private var open: [UInt8] = []

    /// Adds bytes, and returns the lines that are now complete.
    mutating func add(_ bytes: some Sequence<UInt8>) -> [String] { add(bytes) { true }.complete }

    /// Adds bytes, and returns the lines that are now complete, and the number of those left out.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that were read.
    ///   - isWanted: Called for each line: whether to return it.
    mutating func add(
        _ bytes: some Sequence<UInt8>, where isWanted: () -> Bool
    ) -> (complete: [String], leftOut: Int) {
        Array(bytes).withUnsafeBytes { add($0, where: isWanted) }
    }

    private mutating func add(
        _ bytes: UnsafeRawBufferPointer, where isWanted: () -> Bool
    ) -> (complete: [String], leftOut: Int) {
        var (complete, leftOut): ([String], Int) = ([], 0)
        var rest = bytes[...]
        while !rest.isEmpty {
            let room = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.maxPieceBytes - open.count))
            let end = Self.firstLineEnd(in: room)
            let isWhole = end != nil || room.count == Self.maxPieceBytes - open.count
            if !isWhole || isWanted() {
                open.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<(end ?? room.count)]))
                if isWhole { complete.append(end == nil ? takePiece() : takeLine()) }
            } else {
                open.removeAll(keepingCapacity: true)
                leftOut += 1
            }
            rest = rest.dropFirst(end.map { $0 + 1 } ?? room.count)
        }
        return (complete, leftOut)
    }

    /// Uses the C library, because endless output must cost little time.
    private static func firstLineEnd(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress, let end = memchr(start, 0x0A, bytes.count) else { return nil }
        return UnsafeRawPointer(end) - start
    }

    /// The rest at the end; `nil` if the last line was complete.
    mutating func finish() -> String? { open.isEmpty ? nil : takeLine() }

    private mutating func takeLine() -> String {
        if open.last == UInt8(ascii: "\r") { open.removeLast() }
        defer { open.removeAll(keepingCapacity: true) }
        return String(decoding: open, as: UTF8.self)
    }

    /// Splits between characters: the bytes of an incomplete one wait for the rest.
    private mutating func takePiece() -> String {
        let start = open.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
        let end = open[start] >= 0xC0 && start > 0 ? start : open.count
        defer { open.removeFirst(end) }
        return String(decoding: open[..<end], as: UTF8.self)
    }
}
