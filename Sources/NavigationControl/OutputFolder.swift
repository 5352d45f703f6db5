import Glibc

/// A folder into which a control writes files for whoever shows them.
public struct OutputFolder: Sendable, Hashable {
    /// Why the folder or a file in it could not be written. The description completes "failed to …".
    public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        case folder(path: String, reason: String)
        case writing(path: String, reason: String)

        /// The path, the reason, and the way out.
        public var description: String {
            switch self {
            case .folder(let path, let reason): "open the folder \(path): \(reason); name one that can be written"
            case .writing(let path, let reason): "write \(path): \(reason); make room, or name another folder"
            }
        }
    }

    /// Absolute, or relative to the working folder.
    public let path: String

    /// Names a folder; nothing is touched yet.
    public init(_ path: String) { self.path = path }

    /// Makes the folder and those above it where they are missing, and checks that it can be written. May be called
    /// twice.
    public func open() throws(Failure) {
        var built = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            built += "/" + part
            guard mkdir(built, 0o777) != 0, errno != EEXIST else { continue }
            throw .folder(path: path, reason: systemReason())
        }
        var status = stat()
        guard stat(built, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .folder(path: path, reason: "it is not a folder")
        }
        guard access(path, W_OK | X_OK) == 0 else { throw .folder(path: path, reason: systemReason()) }
    }

    /// Puts a file in place of the one of this name: a reader sees the old one or the new one, never a part.
    ///
    /// Not synchronised to the disk: what a display showed before a power cut nobody wants back.
    public func replace(_ name: String, with bytes: [UInt8]) throws(Failure) {
        try replace([(name, bytes)])
    }

    /// The content of a file of the folder; `nil` if there is none of this name, or none that can be read.
    public func read(_ name: String) -> [UInt8]? {
        let descriptor = Glibc.open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { return content }
            content += part[..<count]
        }
    }

    func systemReason() -> String { String(cString: strerror(errno)) }
}
