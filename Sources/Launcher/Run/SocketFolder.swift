import Glibc
import Supervisor
package import TOML

/// A temporary folder for the sockets of one run.
package struct SocketFolder {
    package let path: String

    /// Creates the folder; only this user has access.
    package init(prefix: String) throws(ConfigurationError) {
        let given = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        let base = given.isEmpty ? "/tmp" : PathResolver.absolute(given)
        var template = Array("\(base)/\(prefix).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ConfigurationError(
                file: base,
                text: "a temporary folder cannot be created there: \(String(cString: strerror(errno))); set TMPDIR",
                isAboutAccess: true)
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Removes the folder with its contents.
    package func remove() { Self.remove(path) }

    private static func remove(_ folder: String) {
        for name in InstalledFiles.names(in: folder) {
            let path = "\(folder)/\(name)"
            if unlink(path) != 0, InstalledFiles.isFolder(path) { remove(path) }
        }
        rmdir(folder)
    }
}
