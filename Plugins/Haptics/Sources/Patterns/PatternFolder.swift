import Glibc
import Platform
import TOML

/// The folder of the pattern tables that ship with navbus.
package struct PatternFolder: Hashable, Sendable {
    /// The path of the folder in a checkout, and in the data of an installation.
    static let relativePath = "Plugins/Haptics/Tables"
    /// The size limit of a table.
    static let maxBytes = 256 << 10
    /// The maximum length of a chain of tables that extend one another.
    static let maxExtensions = 4

    /// The path; `nil` if the folder was not found: then only the built-in table exists.
    let path: String?

    /// The folder of this program.
    package static var ofProgram: PatternFolder {
        find(data: getenv("NAVBUS_DATA").map { String(cString: $0) }, executable: executable)
    }

    /// Searches for the folder.
    ///
    /// - Parameters:
    ///   - data: The value of `NAVBUS_DATA`.
    ///   - executable: The path of the program; its folder and those above it are searched.
    static func find(data: String?, executable: String?) -> PatternFolder {
        var candidates = [data].compactMap(\.self).filter { !$0.isEmpty }.map { "\($0)/\(relativePath)" }
        var folders = (executable ?? "").split(separator: "/").dropLast()
        while !folders.isEmpty {
            let folder = "/" + folders.joined(separator: "/")
            candidates += ["\(folder)/share/navbus/\(relativePath)", "\(folder)/\(relativePath)"]
            folders.removeLast()
        }
        return PatternFolder(path: candidates.first { access($0, R_OK | X_OK) == 0 })
    }

    /// The names of the tables that ship with navbus, sorted.
    package var names: [String] {
        let files = path.map { (try? FolderNames.ending(Self.ending, in: $0)) ?? [] } ?? []
        return Set(files.map { String($0.dropLast(Self.ending.count)) } + [PatternTable.wristband.name]).sorted()
    }

    /// Reads a table by its name, or by the path of its file.
    ///
    /// - Parameters:
    ///   - name: The name or path.
    ///   - fileStates: The state of the files that were read, also after a failure.
    func table(_ name: String, fileStates: inout [FileState]) throws(PatternTableError) -> PatternTable {
        try table(name, below: nil, depth: 0, fileStates: &fileStates)
    }

    /// Reads a table by its name, or by the path of its file.
    package func table(_ name: String) throws(PatternTableError) -> PatternTable {
        var fileStates: [FileState] = []
        return try table(name, fileStates: &fileStates)
    }

    /// Whether a name is the path of a file.
    package static func isPath(_ name: String) -> Bool { name.contains("/") || name.hasSuffix(ending) }

    private static let ending = ".toml"

    /// The file of a table; `nil` for a table that ships with navbus if the folder is missing.
    ///
    /// - Parameters:
    ///   - name: The name or path of the table.
    ///   - below: The file that names it: relative paths start at its folder.
    private func file(of name: String, below: String?) -> String? {
        guard Self.isPath(name) else { return path.map { "\($0)/\(name)\(Self.ending)" } }
        guard let below, !name.hasPrefix("/"), let slash = below.lastIndex(of: "/") else { return name }
        return below[...slash] + name
    }

    private func table(
        _ name: String, below: String?, depth: Int, fileStates: inout [FileState]
    ) throws(PatternTableError) -> PatternTable {
        let file = file(of: name, below: below)
        let fileState = file.map { FileState(path: $0) }
        if let fileState { fileStates.append(fileState) }
        guard let file, let fileState, fileState.exists || Self.isPath(name) else {
            // The built-in table needs only one motor.
            if name == PatternTable.wristband.name { return .wristband }
            throw unknown(name, below: below)
        }
        return try PatternTable(text: Self.text(file, fileState), file: file, name: name) {
            (base) throws(PatternTableError) in
            guard depth < Self.maxExtensions else { throw tooDeep(file) }
            return try self.table(base, below: file, depth: depth + 1, fileStates: &fileStates)
        }
    }

    private func tooDeep(_ file: String) -> PatternTableError {
        PatternTableError(
            file: file,
            "extends a table that extends others, more than \(Self.maxExtensions) deep, or itself; let it extend a "
                + "table that ships with navbus: \(names.joined(separator: ", "))")
    }

    private static func text(_ file: String, _ fileState: FileState) throws(PatternTableError) -> String {
        guard !fileState.exists || fileState.isFile else {
            throw PatternTableError(file: file, "is not a file; name a file with a table of patterns")
        }
        guard fileState.byteCount <= maxBytes else {
            throw PatternTableError(
                file: file, "is larger than \(maxBytes >> 10) KiB; a table of patterns is smaller")
        }
        do throws(ConfigurationError) {
            return try TextFile.text(file)
        } catch {
            throw PatternTableError(error)
        }
    }

    private func unknown(_ name: String, below: String?) -> PatternTableError {
        let hint = NearestWord.find(name, among: names).map { "did you mean \"\($0)\"? " } ?? ""
        let place =
            path.map { "in \($0) there are" } ?? "the folder \(Self.relativePath) was not found above the program (set "
            + "NAVBUS_DATA to the folder that holds Plugins); without it there is"
        return PatternTableError(
            file: below ?? name,
            "there is no table \"\(name)\"; \(hint)\(place) \(names.joined(separator: ", ")); the name of your own "
                + "file must end with .toml")
    }

    /// The file of the running program.
    private static var executable: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        return length > 0 ? String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }
}
