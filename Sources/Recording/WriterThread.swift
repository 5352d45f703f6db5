import Glibc

/// The thread that syncs, finishes old chunks and repeats failed writes.
final class WriterThread: Sendable {
    private let wakeRead: Int32
    private let wakeWrite: Int32
    private let thread: pthread_t

    /// The function of the thread, called when the thread is woken and at the deadline. It returns the next deadline
    /// (nanoseconds of the monotonic clock; `nil`: none), or that the thread ends.
    typealias Work = @Sendable () -> Next

    enum Next {
        case at(UInt64?)
        case over
    }

    private final class Start {
        let wakeRead: Int32
        let work: Work

        init(_ wakeRead: Int32, _ work: @escaping Work) {
            self.wakeRead = wakeRead
            self.work = work
        }
    }

    init(_ work: @escaping Work) throws(RecordingError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .ofSystem("its thread", "make a pipe for") }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        var made = pthread_t()
        let start = Unmanaged.passRetained(Start(ends[0], work))
        let code = pthread_create(
            &made, nil,
            { raw in
                guard let raw else { return nil }
                let start = Unmanaged<Start>.fromOpaque(raw).takeRetainedValue()
                WriterThread.loop(start.wakeRead, start.work)
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            ends.forEach { _ = Glibc.close($0) }
            throw .system(path: "its thread", doing: "start", reason: String(cString: strerror(code)))
        }
        (wakeRead, wakeWrite, thread) = (ends[0], ends[1], made)
    }

    /// Not earlier: a caller of `wake` might otherwise write to another file with the same descriptor.
    deinit {
        close(wakeRead)
        close(wakeWrite)
    }

    /// Calls the function of the thread now.
    func wake() {
        var byte: UInt8 = 1
        // A full pipe wakes the thread as well.
        _ = write(wakeWrite, &byte, 1)
    }

    /// Waits for the end of the thread, whose function must end it. Must be called only once.
    func join() {
        wake()
        pthread_join(thread, nil)
    }

    private static func loop(_ wakeRead: Int32, _ work: Work) {
        var next = UInt64?.none
        while true {
            wait(wakeRead, until: next)
            switch work() {
            case .at(let deadline): next = deadline
            case .over: return
            }
        }
    }

    private static func wait(_ wakeRead: Int32, until deadline: UInt64?) {
        var timeout: Int32 = -1
        if let deadline {
            let now = MonotonicClock.nanoseconds()
            timeout = deadline > now ? Int32(clamping: (deadline - now) / 1_000_000 + 1) : 0
        }
        var waiting = pollfd(fd: wakeRead, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, timeout)
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wakeRead, &bytes, bytes.count) > 0 {}
    }
}

/// The monotonic clock, which is never set.
enum MonotonicClock {
    static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
