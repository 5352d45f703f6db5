import Glibc

/// The API key of a service, which is never in a configuration, an event or a log.
enum RouterKey {
    static let variable = "NAVBUS_ROUTER_KEY"
    private static let maxBytes = 4096

    /// Reads the key from the first line of a file, or from the environment if the path is empty.
    ///
    /// - Returns: the key; `nil` if neither a file nor the variable is set.
    static func read(file: String, _ variable: (String) -> String? = readVariable) throws(RouterError) -> String? {
        guard !file.isEmpty else { return variable(Self.variable) }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .keyFile(path: file, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: maxBytes)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw .keyFile(path: file, reason: String(cString: strerror(errno))) }
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        let words = text.split(whereSeparator: \.isNewline).first?.split(separator: " ") ?? []
        guard words.count == 1 else { throw .keyFile(path: file, reason: "its first line is not a key") }
        return String(words[0])
    }
}

/// A variable of the environment; `nil` if it is absent or empty.
func readVariable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}
