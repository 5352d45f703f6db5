import Glibc

/// A folder in memory for the files of one input, for parsers that open files.
struct ScratchFolder: ~Copyable {
    /// The path of the folder.
    let path: String

    init() throws(FuzzFinding) {
        // /dev/shm is memory on Linux.
        var name = Array("/dev/shm/navbus-fuzz-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw FuzzFinding("no folder in memory: \(Self.reason)") }
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for name in names { unlink(path + "/" + name) }
        rmdir(path)
    }

    /// The path of a file in it.
    func path(of name: String) -> String { path + "/" + name }

    /// Creates a file.
    func write(_ bytes: some Collection<UInt8>, to name: String) throws(FuzzFinding) {
        let file = open(path(of: name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        guard file >= 0, Glibc.write(file, Array(bytes), bytes.count) == bytes.count else {
            throw FuzzFinding("no file in memory: \(Self.reason)")
        }
    }

    /// The content of a file; empty if it does not exist.
    func bytes(of name: String) -> [UInt8] {
        let file = open(path(of: name), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(file, &piece, piece.count), count > 0 { bytes += piece[..<count] }
        return bytes
    }

    /// The files in it.
    var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
