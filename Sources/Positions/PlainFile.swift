import Glibc
import Platform

/// A file or device that is open for reading; it is closed with its last reference.
final class PlainFile {
    let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 14)

    /// Opens a file; throws the reason as a problem.
    init(path: String, flags: Int32 = 0) throws(PositionProblem) {
        // A terminal would become that of the process, whose hang-up ends it.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | flags)
        guard descriptor >= 0 else { throw .unreadable(source: path, reason: SystemError.text(errno)) }
    }

    deinit { close(descriptor) }

    /// Waits for the next bytes, since the file may be a pipe; empty at the end, `nil` on the stop signal.
    func read(source: String, stop: StopSignal) throws(PositionProblem) -> ArraySlice<UInt8>? {
        while true {
            switch Wait.forInput(on: descriptor, stop: stop, seconds: 3600) {
            case .stopped: return nil
            case .ready: return try read(source: source)
            case .timedOut: continue
            }
        }
    }

    /// The next bytes; empty at the end.
    func read(source: String) throws(PositionProblem) -> ArraySlice<UInt8> {
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count >= 0 { return buffer[..<count] }
            guard errno == EINTR else { throw .unreadable(source: source, reason: SystemError.text(errno)) }
        }
    }
}
