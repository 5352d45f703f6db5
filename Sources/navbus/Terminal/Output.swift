import Glibc
import Synchronization

/// Writes to the terminal or a pipe, from any thread, each text in one piece, and waits until whoever reads has
/// taken it. A run, which must not wait for its readers, writes through a ``LineWriter``.
///
/// Nothing that controls a terminal gets through but what ``Style`` makes; the end of a line within a line is visible.
enum Output {
    /// Why a text for standard output could not be written, the first time.
    private static let firstFailure = Mutex<OutputFailure?>(nil)

    /// A line for people or programs on standard output.
    static func line(_ text: String) {
        put(Style.output.rendered(text))
    }

    /// A text of several lines on standard output, such as a help page.
    static func lines(_ text: String) { put(Style.output.rendered(text, isOneLine: false)) }

    private static func put(_ text: String) {
        guard let failure = write(text + "\n", to: STDOUT_FILENO) else { return }
        firstFailure.withLock { if $0 == nil { $0 = failure } }
    }

    /// A line on standard error. If nobody can be told, nobody can be told that either.
    static func error(_ text: String) { _ = write(Style.error.rendered(text) + "\n", to: STDERR_FILENO) }

    /// A text of several lines on standard error.
    static func errorLines(_ text: String) {
        _ = write(Style.error.rendered(text, isOneLine: false) + "\n", to: STDERR_FILENO)
    }

    /// Whether something for standard output could not be written.
    static var hasFailed: Bool { firstFailure.withLock { $0 != nil } }

    /// Whether whoever read standard output has gone.
    static var isReaderGone: Bool { firstFailure.withLock { $0?.isReaderGone == true } }

    /// Throws if something for standard output could not be written.
    static func check() throws(OutputFailure) {
        if let failure = firstFailure.withLock({ $0 }) { throw failure }
    }

    /// Writes all of a text as it is; the failure if that is impossible. For a terminal it must have been made safe.
    static func write(_ text: String, to descriptor: Int32) -> OutputFailure? {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return OutputFailure(number: errno) }
            bytes = bytes.dropFirst(count)
        }
        return nil
    }
}

/// Why a text could not be written. The description completes "failed to …".
struct OutputFailure: Error, Hashable, CustomStringConvertible {
    /// The system's error number.
    var number: Int32
    /// What was written to.
    var target = "standard output"

    /// Whether the reader has gone.
    var isReaderGone: Bool { number == EPIPE }

    var description: String {
        "write to \(target): \(String(cString: strerror(number))); send it where there is room"
    }
}

/// Standard input, output and error.
enum StandardStreams {
    /// Sees to it that the first three descriptors are taken: what was closed by the caller must not become a socket or
    /// a file that then gets what is meant for people. What was closed can be opened again but still not be used.
    static func occupy() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free descriptor is taken, which is this one.
            _ = open("/dev/null", mode)
        }
    }
}
