import Glibc
import Synchronization
import Platform

/// Writes to standard output and standard error. Any thread may write; each call blocks until its text is written. A
/// run, which must not block, writes through a ``LineWriter``.
///
/// Control characters of a text are made visible; only the sequences of ``Style`` reach the terminal.
package enum Output {
    /// The first error on standard output.
    private static let firstFailure = Mutex<OutputFailure?>(nil)

    /// Writes a line to standard output.
    package static func line(_ text: String) {
        put(Style.output.rendered(text))
    }

    /// Writes a text of several lines to standard output, such as a help page.
    package static func lines(_ text: String) { put(Style.output.rendered(text, isOneLine: false)) }

    private static func put(_ text: String) {
        guard let failure = write(text + "\n", to: STDOUT_FILENO) else { return }
        firstFailure.withLock { if $0 == nil { $0 = failure } }
    }

    /// Writes a line to standard error. Errors are ignored, since they cannot be reported anywhere.
    package static func error(_ text: String) { _ = write(Style.error.rendered(text) + "\n", to: STDERR_FILENO) }

    /// Writes a text of several lines to standard error.
    package static func errorLines(_ text: String) {
        _ = write(Style.error.rendered(text, isOneLine: false) + "\n", to: STDERR_FILENO)
    }

    /// Whether a text for standard output could not be written.
    package static var hasFailed: Bool { firstFailure.withLock { $0 != nil } }

    /// Whether the reader of standard output has gone.
    package static var isReaderGone: Bool { firstFailure.withLock { $0?.isReaderGone == true } }

    /// Throws if a text for standard output could not be written.
    package static func check() throws(OutputFailure) {
        if let failure = firstFailure.withLock({ $0 }) { throw failure }
    }

    /// Writes a text unchanged and returns the error, if there is one. A text for a terminal must already be printable.
    package static func write(_ text: String, to descriptor: Int32) -> OutputFailure? {
        write(Array(text.utf8), to: descriptor)
    }

    /// Writes all bytes.
    ///
    /// - Parameter name: The file or stream, for errors.
    package static func write(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(OutputFailure) {
        guard let failure = write(bytes, to: descriptor) else { return }
        throw OutputFailure(number: failure.number, target: name)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> OutputFailure? {
        let code = WholeFile.write(bytes, to: descriptor)
        return code == 0 ? nil : OutputFailure(number: code)
    }
}

/// Why a text could not be written. The description completes "failed to …".
package struct OutputFailure: Error, Hashable, CustomStringConvertible {
    /// The system's error number.
    package var number: Int32
    /// The file or stream, for people.
    package var target: String

    /// Describes an error.
    ///
    /// - Parameters:
    ///   - number: The system's error number.
    ///   - target: The file or stream, for people.
    package init(number: Int32, target: String = "standard output") {
        self.number = number
        self.target = target
    }

    /// Whether the reader of the pipe has gone.
    package var isReaderGone: Bool { number == EPIPE }

    package var description: String {
        "write to \(target): \(String(cString: strerror(number))); check the disk and the reader of the output"
    }
}

/// Standard input, output and error.
package enum StandardStreams {
    /// Opens `/dev/null` for each of the three descriptors that the caller has closed.
    ///
    /// Otherwise a socket or file could get the descriptor, and with it the messages for people. The modes are those
    /// that make reading or writing fail, as with the closed descriptor.
    package static func ensureOpen() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // `open` returns the lowest free descriptor, which is this one.
            _ = open("/dev/null", mode)
        }
    }
}
