import NavigationEvents
import Glibc
import Platform

/// A folder in which a control writes files for other programs to show.
public struct OutputFolder: Sendable {
    /// The folder or a file in it cannot be written. The description completes "failed to …".
    public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        case folder(path: String, reason: String)
        case writing(path: String, reason: String)

        /// The path, the reason and the remedy.
        public var description: String {
            switch self {
            case .folder(let path, let reason): "open the folder \(path): \(reason); name one that can be written"
            case .writing(let path, let reason): "write \(path): \(reason); free disk space, or name another folder"
            }
        }
    }

    /// Writes bytes to an open file, as the system call `write` does.
    package typealias Writing = @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int

    /// Maximum size of a file that is read, bytes.
    private static let maxReadBytes = 64 << 20

    /// Absolute path, or relative to the working folder.
    public let path: String
    let write: Writing

    /// Makes the description of a folder; nothing is touched yet.
    public init(_ path: String) { self.init(path) { Glibc.write($0, $1.baseAddress, $1.count) } }

    /// The same with another function for writing, for tests.
    package init(_ path: String, write: @escaping Writing) {
        self.path = path
        self.write = write
    }

    /// Creates the folder and its missing parents, and checks that it can be written. Safe to call twice.
    public func open() throws(Failure) {
        var built = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            built += "/" + part
            guard mkdir(built, PrivateFile.folderMode) != 0, errno != EEXIST else { continue }
            throw .folder(path: path, reason: systemReason())
        }
        var status = stat()
        guard stat(built, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .folder(path: path, reason: "it is not a folder")
        }
        guard access(path, W_OK | X_OK) == 0 else { throw .folder(path: path, reason: systemReason()) }
    }

    /// Replaces a file: a reader sees the old or the new one, never a part.
    ///
    /// The file is not synchronised to the disk: after a power cut it is worthless anyway.
    public func replace(_ name: String, with bytes: [UInt8]) throws(Failure) {
        try replace([(name, bytes)])
    }

    /// The content of a file of the folder; `nil` if there is none of this name, or it cannot be read or is larger than 64 MiB.
    public func read(_ name: String) -> [UInt8]? {
        try? WholeFile.read("\(path)/\(name)", maxBytes: Self.maxReadBytes)
    }

    /// The names in the folder, sorted; empty if it cannot be read.
    public func names() -> [String] { FolderNames.readable(in: path) }

    func systemReason() -> String { String(cString: strerror(errno)) }
}
