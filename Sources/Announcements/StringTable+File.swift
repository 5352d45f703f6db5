import Glibc

extension StringTable {
    /// The maximum size of a string table file, in bytes.
    static let maxFileBytes = 4 << 20

    /// Reads a table from a file: TOML if its name ends in `.toml`, otherwise Apple's format.
    ///
    /// - Throws: ``AnnouncementError`` if the file cannot be read, is larger than 4 MiB or is not a string table.
    public init(contentsOf path: String) throws(AnnouncementError) {
        let bytes = try StringTable.bytes(of: path)
        guard path.hasSuffix(".toml") else {
            try self.init(bytes, name: path)
            return
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let position = TextPosition(
                after: String(decoding: bytes, as: UTF8.self).unicodeScalars.prefix { $0 != "\u{FFFD}" })
            throw .notText(table: path, line: position.line, column: position.column)
        }
        try self.init(toml: text, name: path)
    }

    private static func bytes(of path: String) throws(AnnouncementError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadableTable(path: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .unreadableTable(path: path, reason: String(cString: strerror(errno)))
        }
        guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
            throw .unreadableTable(path: path, reason: "it is no file")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadableTable(path: path, reason: String(cString: strerror(errno))) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= maxFileBytes else {
                throw .unreadableTable(path: path, reason: "it is larger than 4 MiB, the maximum of a string table")
            }
        }
    }
}
