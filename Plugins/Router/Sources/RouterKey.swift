import Glibc
import Platform

/// The API key of a service, which is never in a configuration, an event or a log.
enum RouterKey {
    static let variable = "NAVBUS_ROUTER_KEY"
    private static let maxBytes = 4096
    private static let pipeSeconds = 10

    /// Reads the key from the first line of a file, or from the environment if the path is empty.
    ///
    /// - Returns: the key; `nil` if neither a file nor the variable is set.
    static func read(file: String, _ variable: (String) -> String? = readVariable) throws(RouterError) -> String? {
        guard !file.isEmpty else { return variable(Self.variable) }
        let text: String
        do throws(FileError) {
            text = try WholeFile.text(file, maxBytes: maxBytes, pipeSeconds: pipeSeconds)
        } catch {
            throw .keyFile(path: file, reason: "\(error.reason)")
        }
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
