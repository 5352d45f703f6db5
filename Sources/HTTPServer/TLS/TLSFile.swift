import Glibc
import Platform

/// Reads files with keys and certificates.
enum TLSFile {
    private static let maxBytes = 1 << 18

    /// The text of a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isSecret: Whether other users must not be able to read it.
    static func read(_ path: String, isSecret: Bool = false) throws(TLSError) -> String {
        var status = stat()
        if isSecret, stat(path, &status) == 0, status.st_mode & 0o007 != 0 {
            throw .file(
                path: path, action: "use the key", reason: "every user of this machine can read it; run chmod o= on it")
        }
        do throws(FileError) {
            return try WholeFile.text(path, maxBytes: maxBytes)
        } catch {
            throw .file(path: path, action: "read", reason: "\(error.reason)")
        }
    }
}
