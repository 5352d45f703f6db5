import Glibc

/// Wakes a thread that waits: a pipe, so that the wait can have an end.
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

    /// Wakes whoever waits, now or next. Never blocks: a full pipe wakes as well.
    func send() {
        var byte: UInt8 = 1
        _ = write(writing, &byte, 1)
    }

    /// Waits until ``send()`` was called since the last wait.
    ///
    /// - Parameter milliseconds: The longest wait; -1 for ever.
    func wait(milliseconds: Int32 = -1) {
        var waited = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        _ = poll(&waited, 1, milliseconds)
        var bytes = [UInt8](repeating: 0, count: 512)
        while read(reading, &bytes, bytes.count) == bytes.count {}
    }
}
