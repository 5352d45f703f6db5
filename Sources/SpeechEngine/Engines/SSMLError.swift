/// A syntax error in SSML. The description completes "failed to …".
package struct SSMLError: Error, Hashable, CustomStringConvertible {
    /// The position of the error; line and column count from 1.
    var line: Int
    var column: Int
    var problem: String

    package var description: String {
        "read the SSML at \(line):\(column): \(problem); close elements in the reverse order of their opening, and "
            + "write & and < in the text as &amp; and &lt;"
    }
}
