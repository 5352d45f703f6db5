import Glibc
import Supervisor

/// Reads a template from the data folder, without build products.
struct ControlTemplate {
    /// The largest source file in bytes; larger files are build products.
    private static let maxBytes = 256 * 1024
    /// Folders with build products.
    private static let built: Set<String> = ["build", "__pycache__", "dist"]
    /// The hidden files of a template.
    private static let hidden = [".gitignore"]

    /// Reads all text files of a folder.
    static func files(in folder: String) throws(ScaffoldError) -> [ScaffoldFile] {
        guard InstalledFiles.isFolder(folder) else { throw .noTemplate(folder) }
        var files: [ScaffoldFile] = []
        try add(to: &files, folder: folder, below: "")
        guard files.contains(where: { $0.path == "plugin.toml" }) else { throw .noTemplate("\(folder)/plugin.toml") }
        return files
    }

    private static func add(
        to files: inout [ScaffoldFile], folder: String, below prefix: String
    ) throws(ScaffoldError) {
        for name in InstalledFiles.names(in: folder) + hidden
        where !built.contains(name) && !name.hasSuffix(".egg-info") {
            let path = "\(folder)/\(name)"
            if InstalledFiles.isFolder(path) {
                try add(to: &files, folder: path, below: "\(prefix)\(name)/")
            } else if access(path, F_OK) == 0, let text = try text(of: path) {
                files.append(
                    ScaffoldFile(path: prefix + name, text: text, isExecutable: InstalledFiles.isExecutable(path)))
            }
        }
    }

    /// The text of a file; `nil` if it is a build product.
    private static func text(of path: String) throws(ScaffoldError) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path, reason: systemReason()) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: maxBytes + 1)
        var count = 0
        while count < bytes.count {
            let offset = count
            let part = bytes.withUnsafeMutableBytes { buffer in
                read(descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
            }
            if part < 0, errno == EINTR { continue }
            guard part >= 0 else { throw .unreadable(path, reason: systemReason()) }
            if part == 0 { break }
            count += part
        }
        guard count <= maxBytes, !bytes[..<count].contains(0) else { return nil }
        return String(validating: bytes[..<count], as: UTF8.self)
    }

    private static func systemReason() -> String { String(cString: strerror(errno)) }
}
