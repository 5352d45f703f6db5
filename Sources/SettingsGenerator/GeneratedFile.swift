/// A file as the generator makes it.
public struct GeneratedFile: Sendable, Hashable {
    /// The path of the file.
    public var path: String
    /// The whole text of the file.
    public var text: String

    /// Makes a file.
    public init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}
