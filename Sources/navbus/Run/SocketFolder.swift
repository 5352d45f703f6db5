import Glibc
import Supervisor
import TOML

/// A folder for the sockets of one run, gone afterwards.
struct SocketFolder {
    let path: String

    /// Makes it, for this user only.
    init(prefix: String) throws(ConfigurationError) {
        let given = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        let base = given.isEmpty ? "/tmp" : PathResolver.absolute(given)
        var template = Array("\(base)/\(prefix).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ConfigurationError(
                file: base,
                text: "no temporary folder can be made there: \(String(cString: strerror(errno))); set TMPDIR",
                isAboutAccess: true)
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Removes it with what is in it.
    func remove() { Self.remove(path) }

    private static func remove(_ folder: String) {
        for name in InstalledFiles.names(in: folder) {
            let path = "\(folder)/\(name)"
            if unlink(path) != 0, InstalledFiles.isFolder(path) { remove(path) }
        }
        rmdir(folder)
    }
}
