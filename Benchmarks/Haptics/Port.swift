import Glibc
import Synchronization

/// Monotonic nanoseconds.
func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// A serial port with a simulated wristband, which notes the times of its commands to vibrate.
final class Port: Sendable {
    let path: String
    private let near: Int32
    private let commandTimes = Mutex<[UInt64]>([])

    init() throws {
        var (near, far): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        var mode = termios()
        guard openpty(&near, &far, &name, nil, nil) == 0, tcgetattr(far, &mode) == 0 else {
            throw BenchmarkError(text: "make a pseudo terminal")
        }
        cfmakeraw(&mode)
        guard tcsetattr(far, TCSANOW, &mode) == 0 else { throw BenchmarkError(text: "set up a pseudo terminal") }
        for end in [near, far] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.near = near
    }

    /// The times of the commands to vibrate, in order.
    var moments: [UInt64] { commandTimes.withLock(\.self) }

    /// Starts to read commands on a separate thread.
    func listen() {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Port>.fromOpaque(context).takeUnretainedValue().read() }
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        pthread_detach(thread)
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(near, &bytes, bytes.count)
            let now = nanoseconds()
            guard count > 0 else { return }
            for byte in bytes.prefix(count) {
                if byte == UInt8(ascii: "V") { commandTimes.withLock { $0.append(now) } }
                if byte == UInt8(ascii: "?") { _ = write(near, "N bench 2\nB 80\n", 15) }
            }
        }
    }
}
