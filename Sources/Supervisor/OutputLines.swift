/// Cuts what a control writes into lines. A line without an end comes in pieces, so that nothing is lost and nothing
/// piles up.
struct OutputLines {
    /// Bytes of the longest piece.
    static let mostBytes = 1 << 20

    private var open: [UInt8] = []

    /// Takes in what was read, and returns the lines that are complete now.
    mutating func add(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(takeLine())
            } else {
                open.append(byte)
                if open.count >= Self.mostBytes { lines.append(takePiece()) }
            }
        }
        return lines
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
