import Foundation

/// A folder for one test, which is deleted afterwards.
public final class TemporaryFolder: Sendable {
    /// The absolute path.
    public let path: String

    /// Creates the folder.
    public init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "navbus-test-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Writes a file below the folder, with its parent folders, and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String, mode: Int = 0o644) throws -> String {
        let file = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        return file.path
    }

    /// The content of a file below the folder.
    public func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path).appending(path: name)))
    }

    /// The members of the JSON object in a file below the folder.
    public func json(_ name: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(bytes(name))) as? [String: Any] ?? [:]
    }

    /// The names of its files, sorted.
    public var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
