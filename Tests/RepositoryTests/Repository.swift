import Foundation

/// The files of the repository.
enum Repository {
    /// A text file: its path from the root, and its lines.
    struct TextFile {
        var path: String
        var lines: [String]
        var text: String { lines.joined(separator: "\n") }
    }

    /// The folder with Package.swift.
    static let root: URL = {
        var folder = URL(filePath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        return folder
    }()

    /// Folders of build products, downloads and tools, which are not part of the repository.
    private static let foreign: Set<String> = [".build", ".git", ".swiftpm", "out", "__pycache__", "Package.resolved"]

    /// All files below a folder, as sorted paths from the root.
    static func paths(below folder: String = "") throws -> [String] {
        let start = folder.isEmpty ? root : root.appending(path: folder)
        var found: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: start.path).sorted()
        where !foreign.contains(name) {
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            if isFolder(path) { found += try paths(below: path) } else { found.append(path) }
        }
        return found
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: root.appending(path: path).path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// All text files below the folders.
    static func texts(below folders: [String] = [""], ending: [String] = [""]) throws -> [TextFile] {
        try folders.flatMap { try paths(below: $0) }
            .filter { path in ending.contains { path.hasSuffix($0) } }
            .compactMap { path in
                // Files that are not UTF-8 are not text: pictures, sounds, wire samples.
                guard let text = String(bytes: try Data(contentsOf: root.appending(path: path)), encoding: .utf8) else {
                    return nil
                }
                return TextFile(path: path, lines: text.components(separatedBy: "\n"))
            }
    }

    /// A text file.
    static func text(_ path: String) throws -> TextFile {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        return TextFile(path: path, lines: text.components(separatedBy: "\n"))
    }

    /// Whether a file or folder exists.
    static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root.appending(path: path).path) }

    /// The folders of the controls, such as "Speech".
    static func controls() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Plugins").path).sorted()
    }
}
