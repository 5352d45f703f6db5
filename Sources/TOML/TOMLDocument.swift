/// A parsed TOML file that knows the positions of its keys.
public struct TOMLDocument {
    /// The file as the user named it.
    public let file: String
    let table: TOMLTable

    /// Parses a text; throws an error with line and column if it is not TOML.
    public init(text: String, file: String) throws(ConfigurationError) {
        self.file = file
        table = try TOMLReader.table(of: text, file: file)
    }

    /// Reads and parses a file.
    public init(file: String) throws(ConfigurationError) {
        try self.init(text: TextFile.text(file), file: file)
    }

    /// The top-level table of the document.
    public var root: TOMLSection { TOMLSection(document: self, path: [], table: table, place: nil) }
}
