import NavigationEvents
import Glibc
import Platform

/// Operations on several files.
extension OutputFolder {
    /// Name and content of a file of the folder.
    public typealias File = (name: String, bytes: [UInt8])

    /// Replaces files of these names: all of them, or none if one cannot be written.
    ///
    /// All files are first written under temporary names, then renamed one right after another, in this order. A reader
    /// sees of each file the old or the new one, never a part. Between two renames it may see one old and one new file,
    /// so the last file should name those that belong to it.
    public func replace(_ files: [File]) throws(Failure) {
        var written: [File] = []
        defer { for file in written { unlink(temporaryPath(file.name)) } }
        for file in files {
            try write(file)
            written.append(file)
        }
        for file in files {
            guard rename(temporaryPath(file.name), filePath(file.name)) == 0 else {
                throw .writing(path: filePath(file.name), reason: systemReason())
            }
            written.removeFirst()
        }
    }

    /// Removes files; a missing one is no error.
    public func remove(_ names: [String]) throws(Failure) {
        for name in names {
            guard unlink(filePath(name)) != 0, errno != ENOENT else { continue }
            throw .writing(path: filePath(name), reason: systemReason())
        }
    }

    /// Whether the folder contains a file of this name.
    public func has(_ name: String) -> Bool { access(filePath(name), F_OK) == 0 }

    /// Removes temporary files of these names that processes left when they were killed during ``replace(_:)``.
    public func removeLeftovers(of names: [String]) {
        for found in self.names() where found.hasPrefix(".") {
            guard let dot = found.lastIndex(of: "."), let owner = pid_t(found[found.index(after: dot)...]), owner > 0,
                names.contains(String(found[..<dot].dropFirst())), kill(owner, 0) != 0, errno == ESRCH
            else { continue }
            unlink(filePath(found))
        }
    }

    private func filePath(_ name: String) -> String { "\(path)/\(name)" }

    /// Path of the temporary file that is then renamed.
    private func temporaryPath(_ name: String) -> String { "\(path)/.\(name).\(getpid())" }

    private func write(_ file: File) throws(Failure) {
        // A process with the same number may have left one; a link by another user must not be followed.
        unlink(temporaryPath(file.name))
        let descriptor = Glibc.open(temporaryPath(file.name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, PrivateFile.mode)
        guard descriptor >= 0 else { throw .writing(path: filePath(file.name), reason: systemReason()) }
        var failure = write(file.bytes, to: descriptor)
        if close(descriptor) != 0, failure == 0 { failure = errno }
        guard failure == 0 else {
            unlink(temporaryPath(file.name))
            throw .writing(path: filePath(file.name), reason: String(cString: strerror(failure)))
        }
    }

    /// - Returns: The error number; 0 if all was written.
    private func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(descriptor, $0) }
            if count >= 0 { written += count } else if errno != EINTR { return errno }
        }
        return 0
    }
}
