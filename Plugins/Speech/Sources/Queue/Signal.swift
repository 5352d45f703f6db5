import Glibc

/// A pipe that wakes a waiting thread. The wait may have a timeout.
final class Signal: Sendable {
    private let reading: Int32
    private let writing: Int32

    init() throws(SpeechError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system(what: "a pipe", reason: String(cString: strerror(errno))) }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Wakes the waiting thread, or the next one that waits. Never blocks: a full pipe wakes as well.
    func send() {
        var byte: UInt8 = 1
        _ = write(writing, &byte, 1)
    }

    /// Waits until ``send()`` was called since the last wait.
    ///
    /// - Parameter milliseconds: The timeout; -1 waits forever.
    func wait(milliseconds: Int32 = -1) {
        var waited = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        _ = poll(&waited, 1, milliseconds)
        var bytes = [UInt8](repeating: 0, count: 512)
        while read(reading, &bytes, bytes.count) == bytes.count {}
    }
}
