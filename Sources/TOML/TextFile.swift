import Glibc

/// Reads whole files, with errors that say which file and why.
public enum TextFile {
    /// The largest file that is read: 256 MiB.
    public static let mostBytes = 256 << 20

    /// The bytes of a file; throws with the system's reason if it cannot be read.
    public static func bytes(_ path: String) throws(ConfigurationError) -> [UInt8] {
        // A pipe without a writer would block otherwise.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        // What is read of a folder is the system's own reason.
        guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
            throw ConfigurationError(
                file: path, text: "cannot be read: it is no file; save what is to be read in one", isAboutAccess: true)
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(path)
            }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= mostBytes else {
                throw ConfigurationError(
                    file: path, text: "is larger than \(mostBytes >> 20) MiB; that is not a file for this",
                    isAboutAccess: true)
            }
        }
    }

    /// The text of a UTF-8 file; throws if it cannot be read or is not UTF-8.
    public static func text(_ path: String) throws(ConfigurationError) -> String {
        guard let text = String(validating: try bytes(path), as: UTF8.self) else {
            throw ConfigurationError(file: path, text: "is not UTF-8 text; save it as UTF-8")
        }
        return text
    }

    private static func failure(_ path: String) -> ConfigurationError {
        ConfigurationError(file: path, text: "cannot be read: \(String(cString: strerror(errno)))", isAboutAccess: true)
    }
}
