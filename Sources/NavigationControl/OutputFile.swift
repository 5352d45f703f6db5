/// A file of an ``OutputFolder``.
public struct OutputFile: Sendable, Hashable {
    /// Its name in the folder.
    public var name: String
    /// What it holds.
    public var bytes: [UInt8]

    /// Makes a file; nothing is written yet.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}
