import Glibc

/// A file that exists in memory only: for parsers that open their files themselves.
struct MemoryFile: ~Copyable {
    private let descriptor: Int32

    /// Where it can be opened while this value lives.
    var path: String { "/proc/self/fd/\(descriptor)" }

    init(_ bytes: [UInt8]) throws(FuzzFinding) {
        // Memory wears the name of a folder on Linux; the file's own name is gone at once.
        var name = Array("/dev/shm/navbus-fuzz-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0, unlink(name) == 0, write(descriptor, bytes, bytes.count) == bytes.count else {
            throw FuzzFinding("no file in memory: \(String(cString: strerror(errno)))")
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
