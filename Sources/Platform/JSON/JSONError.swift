/// The reason why bytes are not a JSON document.
public enum JSONError: Error, Sendable, Hashable {
    /// The bytes are not JSON from an offset on.
    case syntax(problem: String, byteOffset: Int)
    /// The document has more values than ``JSONDocument/maxValues``.
    case tooManyValues(count: Int)
}
