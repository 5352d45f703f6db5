import Glibc

/// Writes one line after another to a program, each as far as the program reads.
struct LineSender {
    private let descriptor: Int32
    private var line: LineQueue.Line?
    private var offset = 0
    private var isEnded = false

    init(descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// Whether a line is not written yet.
    var hasLine: Bool { line != nil }

    /// Whether the program has not read everything that was written.
    var hasUnreadBytes: Bool {
        var count: Int32 = 0
        return !isEnded && ioctl(descriptor, UInt(FIONREAD), &count) == 0 && count > 0
    }

    /// Begins a line.
    mutating func begin(_ line: LineQueue.Line) {
        guard !isEnded else { return }
        (self.line, offset) = (line, 0)
    }

    /// Writes as much as the program takes.
    ///
    /// - Returns: Whether it took anything; and the line if all of it is written.
    mutating func write() -> (hasProgress: Bool, line: LineQueue.Line?) {
        guard let line else { return (false, nil) }
        let count = line.bytes[offset...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else {
            // A program that has closed its standard input reads no more.
            if count < 0, errno != EAGAIN, errno != EINTR { end() }
            return (false, nil)
        }
        offset += count
        guard offset == line.bytes.count else { return (true, nil) }
        self.line = nil
        return (true, line)
    }

    /// Closes the standard input of the program.
    mutating func end() {
        line = nil
        guard !isEnded else { return }
        isEnded = true
        close(descriptor)
    }
}
