import Glibc

/// A file cannot be read or written.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason why a file cannot be used.
    public enum Reason: Sendable, Hashable {
        /// A call of the system failed with this error number.
        case system(Int32)
        /// It is a folder, a device, a pipe or a socket.
        case notRegular
        /// It has more bytes than the caller accepts.
        case tooLarge(maxBytes: Int)
        /// It is a pipe, and no process has written to it for this time.
        case silent(seconds: Int)
        /// Its bytes are not UTF-8.
        case notText
    }

    /// The path of the file, as the caller named it.
    public var path: String
    /// The reason.
    public var reason: Reason

    /// Makes an error.
    public init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// The error of the latest call of this thread.
    static func system(_ path: String) -> FileError { FileError(path: path, reason: .system(errno)) }

    /// The path and the reason: "drive.gpx: No such file or directory".
    public var description: String { "\(path): \(reason)" }
}

extension FileError.Reason: CustomStringConvertible {
    /// The reason without the path: "No such file or directory".
    public var description: String {
        switch self {
        case .system(let code): SystemError.text(code)
        case .notRegular: "it is no file"
        case .tooLarge(let maxBytes): "it is larger than \(Self.size(maxBytes))"
        case .silent(let seconds): "no process has written to it for \(seconds) s"
        case .notText: "it is not UTF-8 text"
        }
    }

    private static func size(_ bytes: Int) -> String {
        if bytes >= 1 << 20, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
        return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
    }
}
