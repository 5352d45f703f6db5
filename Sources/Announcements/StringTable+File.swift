import Platform

extension StringTable {
    /// The maximum size of a string table file, in bytes.
    static let maxFileBytes = 4 << 20

    /// Reads a table from a file: TOML if its name ends in `.toml`, otherwise Apple's format.
    ///
    /// - Throws: ``AnnouncementError`` if the file cannot be read, is larger than 4 MiB or is not a string table.
    public init(contentsOf path: String) throws(AnnouncementError) {
        guard path.hasSuffix(".toml") else {
            try self.init(StringTable.bytes(of: path), name: path)
            return
        }
        try self.init(toml: StringTable.text(of: path), name: path)
    }

    /// Returns the content of a text file.
    static func text(of path: String) throws(AnnouncementError) -> String {
        let bytes = try bytes(of: path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let position = TextPosition(
                after: String(decoding: bytes, as: UTF8.self).unicodeScalars.prefix { $0 != "\u{FFFD}" })
            throw .notText(table: path, line: position.line, column: position.column)
        }
        return text
    }

    private static func bytes(of path: String) throws(AnnouncementError) -> [UInt8] {
        do throws(FileError) {
            return try WholeFile.read(path, maxBytes: maxFileBytes)
        } catch {
            let hint = if case .tooLarge = error.reason { ", the maximum of a string table" } else { "" }
            throw .unreadableTable(path: path, reason: "\(error.reason)\(hint)")
        }
    }
}
