import Glibc

/// A file that is being read. If another process truncates it meanwhile, reading throws.
final class ReadFile {
    let path: String
    let size: Int
    private let descriptor: Int32

    init(_ path: String) throws(RecordingError) {
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .ofSystem(path, "open") }
        self.path = path
        var about = stat()
        guard fstat(descriptor, &about) == 0 else {
            size = 0
            throw .ofSystem(path, "get the size of")
        }
        guard about.st_mode & S_IFMT == S_IFREG else {
            size = 0
            throw .system(path: path, doing: "read", reason: "it is not a regular file")
        }
        size = Int(about.st_size)
    }

    deinit { close(descriptor) }

    /// The bytes of the file, as far as another process has not truncated it.
    func present() throws(RecordingError) -> [UInt8] {
        let (bytes, code) = read(0..<size)
        if code != 0 { throw .system(path: path, doing: "read", reason: String(cString: strerror(code))) }
        return bytes
    }

    /// The bytes of a range within the file.
    func bytes(_ range: Range<Int>) throws(RecordingError) -> [UInt8] {
        guard range.lowerBound >= 0, range.upperBound <= size else {
            throw .damaged(path: path, offset: range.lowerBound, what: "the file ends within a record")
        }
        let (bytes, code) = read(range)
        guard bytes.count == range.count else {
            if code != 0 { throw .system(path: path, doing: "read", reason: String(cString: strerror(code))) }
            throw .damaged(path: path, offset: range.lowerBound, what: "the file was truncated while it was read")
        }
        return bytes
    }

    /// The existing bytes of a range, and the error number if a read failed.
    private func read(_ range: Range<Int>) -> (bytes: [UInt8], code: Int32) {
        // An empty array has shared storage, into which nothing must be written.
        guard !range.isEmpty else { return ([], 0) }
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { target, count in
            count = 0
            while count < range.count {
                let position = target.baseAddress.map { $0 + count }
                let got = pread(descriptor, position, range.count - count, off_t(range.lowerBound + count))
                if got < 0, errno == EINTR { continue }
                if got <= 0 {
                    code = got < 0 ? errno : 0
                    return
                }
                count += got
            }
        }
        return (bytes, code)
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
