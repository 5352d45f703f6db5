import Glibc

/// Reads whole files, with errors that name the file and the reason.
public enum TextFile {
    /// The maximum size of a file: 256 MiB.
    public static let maxBytes = 256 << 20
    private static let timeoutMilliseconds: Int32 = 10_000

    /// The bytes of a file, or of a pipe up to its end; throws the system's reason if it cannot be read.
    public static func bytes(_ path: String) throws(ConfigurationError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        try waitForData(descriptor, path)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                guard errno == EAGAIN else { throw failure(path) }
                try waitForData(descriptor, path)
                continue
            }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= maxBytes else {
                throw ConfigurationError(
                    file: path, text: "is larger than \(maxBytes >> 20) MiB; name a smaller file",
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

    /// Waits until a pipe has data; returns immediately for a file. A pipe without a writer ends with an error after a
    /// timeout.
    private static func waitForData(_ descriptor: Int32, _ path: String) throws(ConfigurationError) {
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waited, 1, timeoutMilliseconds) == 0 else { return }
        let seconds = timeoutMilliseconds / 1000
        throw ConfigurationError(
            file: path, text: "cannot be read: no process has written to it for \(seconds) s; name a file",
            isAboutAccess: true)
    }

    private static func failure(_ path: String) -> ConfigurationError {
        ConfigurationError(file: path, text: "cannot be read: \(String(cString: strerror(errno)))", isAboutAccess: true)
    }
}
