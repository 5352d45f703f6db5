/// Splits a stream of bytes into lines.
struct LineSplitter {
    /// A line without its end, and its number from 1.
    struct Line {
        var number: Int
        var bytes: [UInt8]
        /// Whether the line was longer than ``maxBytes`` and is truncated.
        var isCut = false
    }

    /// Maximum length of a line, bytes; receivers send no longer ones.
    static let maxBytes = 1 << 16

    private var number = 0
    private var rest: [UInt8] = []
    private var isCut = false

    /// The lines that a chunk completes.
    mutating func lines(adding chunk: some Sequence<UInt8>) -> [Line] {
        var lines: [Line] = []
        for byte in chunk {
            if byte == UInt8(ascii: "\n") {
                lines.append(takeLine())
            } else if rest.count < Self.maxBytes {
                rest.append(byte)
            } else {
                isCut = true
            }
        }
        return lines
    }

    /// The rest after the last line end; `nil` if there is none.
    mutating func finish() -> Line? {
        rest.isEmpty ? nil : takeLine()
    }

    private mutating func takeLine() -> Line {
        number += 1
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        let line = Line(number: number, bytes: rest, isCut: isCut)
        rest.removeAll(keepingCapacity: true)
        isCut = false
        return line
    }
}
