import NavigationEvents
import Platform

/// A problem in a configuration or manifest file; it names the file, the position in it, and what to do.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file, as the user named it.
    public var file: String
    /// Line and column from 1; `nil` if the error has no single position.
    public var place: FilePosition?
    /// The problem and what to do.
    public var text: String
    /// Whether the file cannot be read or created; otherwise its contents are wrong.
    public var isAboutAccess: Bool

    /// Makes an error.
    public init(file: String, place: FilePosition? = nil, text: String, isAboutAccess: Bool = false) {
        self.file = file
        self.place = place
        self.text = text
        self.isAboutAccess = isAboutAccess
    }

    /// The error on one line: `config/demo.toml:4:1: unknown key "sped"; did you mean "speed"?`
    public var description: String {
        // Names of files and keys come from other people and may contain control characters.
        guard let place else { return "\(file): \(text)".printable }
        return "\(file):\(place.line):\(place.column): \(text)".printable
    }
}

/// A position in a text file.
public struct FilePosition: Sendable, Hashable {
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, in bytes of UTF-8.
    public var column: Int

    /// Makes a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
