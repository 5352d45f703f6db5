import Glibc

/// Reads a whole file from an untrusted source, with a size limit and without blocking.
enum FileBytes {
    /// The reason why a file cannot be read.
    enum Failure: Error, Hashable {
        /// The file cannot be opened or read, or is not a regular file.
        case unreadable(reason: String)
        case tooLarge(bytes: Int)
    }

    /// Returns the content of a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - maxBytes: The maximum size in bytes.
    static func read(_ path: String, maxBytes: Int) throws(Failure) -> [UInt8] {
        // O_NONBLOCK, since opening a pipe without a writer would block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(reason: "it is no file") }
        guard Int(status.st_size) <= maxBytes else { throw .tooLarge(bytes: Int(status.st_size)) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
            // The file became shorter while it was read.
            if count == 0 { break }
            done += count
        }
        return Array(bytes.prefix(done))
    }
}
