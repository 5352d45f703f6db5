import TOMLKit

/// A parsed TOML file that knows where its keys stand.
public struct TOMLDocument {
    /// The file as the user named it.
    public let file: String
    let locator: KeyLocator
    private let table: TOMLTable

    /// Parses a text; throws with line and column where it is not TOML.
    public init(text: String, file: String) throws(ConfigurationError) {
        self.file = file
        locator = KeyLocator(text: text)
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            let begin = error.source.begin
            throw ConfigurationError(
                file: file, place: SourcePlace(line: begin.line, column: begin.column), text: error.description)
        } catch {
            throw ConfigurationError(file: file, text: "\(error)")
        }
    }

    /// Reads and parses a file.
    public init(file: String) throws(ConfigurationError) {
        try self.init(text: TextFile.text(file), file: file)
    }

    /// The table that is the whole document.
    public var root: TOMLSection { TOMLSection(document: self, path: [], table: table) }
}
