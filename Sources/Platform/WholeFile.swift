public import Glibc

/// Reads and replaces whole files.
public enum WholeFile {
    private static let blockBytes = 1 << 16

    /// The bytes of a file.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to the working folder.
    ///   - maxBytes: The maximum size.
    ///   - pipeSeconds: The time to wait for each part of a pipe, which is read up to its end; 0: only regular files
    ///     are read, and reading never waits.
    /// - Throws: ``FileError`` if the file cannot be read or is larger.
    public static func read(_ path: String, maxBytes: Int, pipeSeconds: Int = 0) throws(FileError) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(path) }
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        guard isRegular || pipeSeconds > 0 else { throw FileError(path: path, reason: .notRegular) }
        if !isRegular { try waitForData(descriptor, path, seconds: pipeSeconds) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: blockBytes)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                guard errno == EAGAIN, !isRegular else { throw .system(path) }
                try waitForData(descriptor, path, seconds: pipeSeconds)
                continue
            }
            bytes += block[..<count]
            guard bytes.count <= maxBytes else { throw FileError(path: path, reason: .tooLarge(maxBytes: maxBytes)) }
        }
    }

    /// The text of a UTF-8 file.
    ///
    /// - Parameters: as of ``read(_:maxBytes:pipeSeconds:)``.
    /// - Throws: ``FileError`` if the file cannot be read, is larger or is not UTF-8.
    public static func text(_ path: String, maxBytes: Int, pipeSeconds: Int = 0) throws(FileError) -> String {
        let bytes = try read(path, maxBytes: maxBytes, pipeSeconds: pipeSeconds)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FileError(path: path, reason: .notText)
        }
        return text
    }

    /// The first bytes of a file of the kernel, such as `/proc/self/stat`; `nil` if it cannot be read or is empty.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - maxBytes: The maximum number of bytes.
    public static func start(_ path: String, maxBytes: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: maxBytes) { buffer, count in
            count = 0
            while count < maxBytes {
                let added = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), maxBytes - count)
                if added < 0, errno == EINTR { continue }
                guard added > 0 else { return }
                count += added
            }
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Writes all bytes to a descriptor that blocks.
    ///
    /// - Returns: 0, or the error number of the call that failed.
    public static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : ENOSPC }
                rest = rest.dropFirst(count)
            }
            return 0
        }
    }

    /// Replaces a file: a reader sees the old or the new content, never a part.
    ///
    /// The content is written to another file of the folder, which is then renamed. Links are not followed.
    ///
    /// - Parameters:
    ///   - path: The path of the file, whose folder exists.
    ///   - bytes: The new content.
    ///   - mode: The mode of the file, minus the umask.
    ///   - isSynchronized: Whether the new content is on the disk afterwards, also after a power cut.
    /// - Throws: ``FileError`` if it cannot be written; the old file remains.
    public static func replace(
        _ path: String, with bytes: [UInt8], mode: mode_t = PrivateFile.mode, isSynchronized: Bool = false
    ) throws(FileError) {
        let draft = "\(path).\(getpid()).new"
        // A process with the same number may have left one.
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw .system(path) }
        var code = write(bytes, to: descriptor)
        if code == 0, isSynchronized, fsync(descriptor) != 0 { code = errno }
        // A full disk may be reported only by `close`.
        if close(descriptor) != 0, code == 0 { code = errno }
        if code == 0, rename(draft, path) != 0 { code = errno }
        guard code == 0 else {
            unlink(draft)
            throw FileError(path: path, reason: .system(code))
        }
        if isSynchronized { synchronizeFolder(of: path) }
    }

    /// Writes the names of a folder to the disk. On a file system without this, the file exists nevertheless.
    private static func synchronizeFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Waits until a pipe has data. A pipe without a writer ends with an error.
    private static func waitForData(_ descriptor: Int32, _ path: String, seconds: Int) throws(FileError) {
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waited, 1, Int32(seconds * 1000)) == 0 else { return }
        throw FileError(path: path, reason: .silent(seconds: seconds))
    }
}
