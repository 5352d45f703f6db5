import Glibc

/// The key that a service knows its customer by: never in a configuration, an event or a log.
enum RouterKey {
    static let variable = "NAVBUS_ROUTER_KEY"
    private static let mostBytes = 4096

    /// The first line of the file; without a file, the variable of the environment; `nil` if there is neither.
    static func read(file: String, _ variable: (String) -> String? = readVariable) throws(RouterError) -> String? {
        guard !file.isEmpty else { return variable(Self.variable) }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .keyFile(path: file, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: mostBytes)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw .keyFile(path: file, reason: String(cString: strerror(errno))) }
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        let words = text.split(whereSeparator: \.isNewline).first?.split(separator: " ") ?? []
        guard words.count == 1 else { throw .keyFile(path: file, reason: "its first line is no key") }
        return String(words[0])
    }
}

/// A variable of the process's environment; empty counts as absent.
func readVariable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}
