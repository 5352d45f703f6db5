/// Why a text is no SSML. The text completes "failed to …".
struct SSMLError: Error, Hashable, CustomStringConvertible {
    /// Where it departs from XML, both from 1.
    var line: Int
    var column: Int
    var problem: String

    var description: String {
        "read the SSML at \(line):\(column): \(problem); elements are closed as they were opened, and & and < in the "
            + "text are written &amp; and &lt;"
    }
}
