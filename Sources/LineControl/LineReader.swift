import Glibc

/// Reads the lines of a program.
struct LineReader {
    private let descriptor: Int32
    /// Lines that are read in a second, in the mean and at once.
    private static let (linesPerSecond, maxLinesAtOnce) = (100.0, 200.0)

    private var bytes: [UInt8] = []
    /// The number of lines that may be read at once now; less than 0 after a chunk with many lines.
    private var allowance = Self.maxLinesAtOnce
    private var lastNanoseconds: UInt64 = 0
    /// Whether the line that is being read is too long, and its rest is skipped.
    private var isSkipping = false
    /// Whether the program has closed its standard output.
    private(set) var isAtEnd = false

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Milliseconds for which nothing is to be read, because there were too many lines; 0 if it may be read.
    mutating func millisecondsToPause(at now: UInt64) -> Int32 {
        let seconds = Double(now - min(lastNanoseconds, now)) / 1e9
        lastNanoseconds = now
        allowance = min(allowance + seconds * Self.linesPerSecond, Self.maxLinesAtOnce)
        return allowance >= 1 ? 0 : Int32((1 - allowance) / Self.linesPerSecond * 1000) + 1
    }

    /// Reads what has arrived, and hands over each line; of a line that is too long, its beginning.
    mutating func read(_ take: ([UInt8]) -> Void) {
        var chunk = [UInt8](repeating: 0, count: 16384)
        let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count != 0, count > 0 || errno == EINTR else {
            if !bytes.isEmpty, !isSkipping { take(bytes) }
            isAtEnd = true
            return
        }
        for byte in chunk.prefix(max(count, 0)) {
            if byte == UInt8(ascii: "\n") {
                if !isSkipping { take(bytes) }
                allowance -= 1
                bytes.removeAll(keepingCapacity: true)
                isSkipping = false
            } else if !isSkipping {
                bytes.append(byte)
                if bytes.count > LineMessage.maxBytes {
                    take(bytes)
                    isSkipping = true
                }
            }
        }
    }
}
