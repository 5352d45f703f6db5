import Glibc
import Supervisor
import Platform

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
        do throws(FileError) {
            let text = try WholeFile.text(path, maxBytes: maxBytes)
            return text.utf8.contains(0) ? nil : text
        } catch {
            switch error.reason {
            case .tooLarge, .notText: return nil
            default: throw .unreadable(path, reason: "\(error.reason)")
            }
        }
    }
}
