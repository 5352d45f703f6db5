import NavigationEvents
import Platform

/// Why a configuration or manifest file cannot be used; it names the file, the place in it, and the way out.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file, as it was named by the user.
    public var file: String
    /// Line and column from 1; `nil` where the error is not at one place.
    public var place: SourcePlace?
    /// What is wrong, and what to do.
    public var text: String
    /// Whether the file itself cannot be read or made, and not what is written in it is wrong.
    public var isAboutAccess: Bool

    /// Makes an error.
    public init(file: String, place: SourcePlace? = nil, text: String, isAboutAccess: Bool = false) {
        self.file = file
        self.place = place
        self.text = text
        self.isAboutAccess = isAboutAccess
    }

    /// On one line: `config/demo.toml:4:1: unknown key "sped"; did you mean "speed"?`
    public var description: String {
        // Names of files and of keys are words of others.
        guard let place else { return "\(file): \(text)".printable }
        return "\(file):\(place.line):\(place.column): \(text)".printable
    }
}

/// A place in a text file.
public struct SourcePlace: Sendable, Hashable {
    /// Counted from 1.
    public var line: Int
    /// Counted from 1, in bytes of UTF-8.
    public var column: Int

    /// Makes a place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
