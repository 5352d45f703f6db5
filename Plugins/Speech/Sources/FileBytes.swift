import Glibc

/// Reads a file of somebody else whole: neither endless nor one that blocks.
enum FileBytes {
    /// Why a file cannot be read.
    enum Failure: Error, Hashable {
        /// The reason is the system's, or says what it is instead of a file.
        case unreadable(reason: String)
        case tooLarge(bytes: Int)
    }

    /// The content of a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - most: The most bytes it may have.
    static func read(_ path: String, most: Int) throws(Failure) -> [UInt8] {
        // A pipe without a writer would block otherwise.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(reason: "it is no file") }
        guard Int(status.st_size) <= most else { throw .tooLarge(bytes: Int(status.st_size)) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
            // It became shorter meanwhile.
            if count == 0 { break }
            done += count
        }
        return Array(bytes.prefix(done))
    }
}
