import Glibc

/// Cuts what a control writes into lines. A line without an end comes in pieces, so that nothing is lost and nothing
/// piles up.
struct OutputLines {
    /// Bytes of the longest piece.
    static let mostBytes = 1 << 20

    private var open: [UInt8] = []

    /// Takes in what was read, and returns the lines that are complete now.
    mutating func add(_ bytes: some Sequence<UInt8>) -> [String] { add(bytes) { true }.complete }

    /// Takes in what was read, and returns the lines that are complete now, and how many were left out.
    ///
    /// - Parameter isWanted: Asked for each line.
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
            let room = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.mostBytes - open.count))
            let end = Self.firstLineEnd(in: room)
            let isWhole = end != nil || room.count == Self.mostBytes - open.count
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

    /// By the C library: a control that writes without end is to cost little.
    private static func firstLineEnd(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress, let end = memchr(start, 0x0A, bytes.count) else { return nil }
        return UnsafeRawPointer(end) - start
    }

    /// What is left at the end; `nil` if the last line was complete.
    mutating func finish() -> String? { open.isEmpty ? nil : takeLine() }

    private mutating func takeLine() -> String {
        if open.last == UInt8(ascii: "\r") { open.removeLast() }
        defer { open.removeAll(keepingCapacity: true) }
        return String(decoding: open, as: UTF8.self)
    }

    /// Cuts between characters: the bytes of one that is not complete wait for the rest of it.
    private mutating func takePiece() -> String {
        let start = open.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
        let end = open[start] >= 0xC0 && start > 0 ? start : open.count
        defer { open.removeFirst(end) }
        return String(decoding: open[..<end], as: UTF8.self)
    }
}
