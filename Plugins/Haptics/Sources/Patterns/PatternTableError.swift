package import TOML

/// The reason why a table of patterns cannot be used: the file, the position in it, and the remedy. The description
/// completes "failed to …".
package struct PatternTableError: Error, Hashable, CustomStringConvertible {
    /// The file, the position in it, and the remedy.
    package var cause: ConfigurationError

    init(_ cause: ConfigurationError) { self.cause = cause }

    init(file: String, place: FilePosition? = nil, _ text: String) {
        cause = ConfigurationError(file: file, place: place, text: text)
    }

    /// `read the pulses: mine.toml:7:5: unknown situation "nowLeff"; did you mean "nowLeft"?`
    package var description: String { "read the pulses: \(cause)" }
}
