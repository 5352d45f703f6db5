import Foundation

/// The key that a service knows its customer by: never in a configuration, an event or a log.
enum RouterKey {
    static let variable = "NAVBUS_ROUTER_KEY"
    private static let mostBytes = 4096

    /// The first line of the file, else the variable of the environment; `nil` if there is neither.
    static func read(file: String, environment: [String: String] = ProcessInfo.processInfo.environment)
        throws(RouterError) -> String?
    {
        guard !file.isEmpty else { return environment[variable].flatMap { $0.isEmpty ? nil : $0 } }
        let bytes: Data
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: file))
            bytes = try handle.read(upToCount: mostBytes) ?? Data()
        } catch {
            throw .keyFile(path: file, reason: (error as NSError).localizedDescription)
        }
        let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first.map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard let line, !line.isEmpty else { throw .keyFile(path: file, reason: "it is empty") }
        return line
    }
}
