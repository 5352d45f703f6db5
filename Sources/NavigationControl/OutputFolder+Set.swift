import NavigationEvents
import Glibc
import Platform

/// Files that belong together.
extension OutputFolder {
    /// A file of the folder: its name there, and what it holds.
    public typealias File = (name: String, bytes: [UInt8])

    /// Puts files in place of those of their names: all of them, or none where one cannot be written.
    ///
    /// Each is written whole beside the old one first; then they take their places one right after the other, in this
    /// order. A reader sees of each the old one or the new one, never a part; between two of them it may see one old
    /// and one new, so the last should say which others belong to it.
    public func replace(_ files: [File]) throws(Failure) {
        var written: [File] = []
        defer { for file in written { unlink(scratch(file.name)) } }
        for file in files {
            try write(file)
            written.append(file)
        }
        for file in files {
            guard rename(scratch(file.name), place(file.name)) == 0 else {
                throw .writing(path: place(file.name), reason: systemReason())
            }
            written.removeFirst()
        }
    }

    /// Takes files away; one that is not there is no error.
    public func remove(_ names: [String]) throws(Failure) {
        for name in names {
            guard unlink(place(name)) != 0, errno != ENOENT else { continue }
            throw .writing(path: place(name), reason: systemReason())
        }
    }

    /// Whether there is something of this name.
    public func has(_ name: String) -> Bool { access(place(name), F_OK) == 0 }

    /// Takes away what processes that were killed in the middle of ``replace(_:)`` have left of files of
    /// these names.
    public func removeLeftovers(of names: [String]) {
        for found in self.names() where found.hasPrefix(".") {
            guard let dot = found.lastIndex(of: "."), let owner = pid_t(found[found.index(after: dot)...]), owner > 0,
                names.contains(String(found[..<dot].dropFirst())), kill(owner, 0) != 0, errno == ESRCH
            else { continue }
            unlink(place(found))
        }
    }

    private func place(_ name: String) -> String { "\(path)/\(name)" }

    /// Where a file is written before it takes its place.
    private func scratch(_ name: String) -> String { "\(path)/.\(name).\(getpid())" }

    private func write(_ file: File) throws(Failure) {
        // A process of this number may have left one. What others have put there is not written through.
        unlink(scratch(file.name))
        let descriptor = Glibc.open(scratch(file.name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, PrivateFile.mode)
        guard descriptor >= 0 else { throw .writing(path: place(file.name), reason: systemReason()) }
        var failure = write(file.bytes, to: descriptor)
        if close(descriptor) != 0, failure == 0 { failure = errno }
        guard failure == 0 else {
            unlink(scratch(file.name))
            throw .writing(path: place(file.name), reason: String(cString: strerror(failure)))
        }
    }

    /// - Returns: the error number; 0 if all was written.
    private func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(descriptor, $0) }
            if count >= 0 { written += count } else if errno != EINTR { return errno }
        }
        return 0
    }
}
