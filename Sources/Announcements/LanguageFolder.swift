import Glibc
import Platform

/// The folders of string tables: those of the program and, with precedence, those of the user.
///
/// A table is a file `<language tag>.toml`, or in Apple's format `<language tag>.strings` or
/// `<language tag>.lproj/Localizable.strings`, for one language.
package struct LanguageFolder: Equatable, Sendable {
    /// The path of the tables of the program; without these, that of the user.
    package let path: String
    /// The path of the tables of the user, which may contain as little as one key; `nil` if there are none.
    package let own: String?

    /// Creates the object for two folders.
    package init(path: String, own: String? = nil) {
        self.path = path
        self.own = own
    }

    /// The path of the tables in a checkout and in the data of an installation.
    private static let subpath = "Plugins/Speech/Languages"
    /// The folder with the names of roads by country, below that of the tables.
    private static let phonetics = "phonetics"

    /// Finds the tables of the program and combines them with the folder of the setting.
    ///
    /// - Parameters:
    ///   - setting: The setting `languages`; empty for no tables of the user.
    ///   - data: The environment variable `NAVBUS_DATA`.
    ///   - executable: The path of the program; the search covers its folder and all folders above.
    package static func find(
        setting: String, data: String?, executable: String?
    ) throws(LanguageError) -> LanguageFolder {
        var candidates = [data].compactMap(\.self).filter { !$0.isEmpty }.map { "\($0)/\(subpath)" }
        var folders = (executable ?? "").split(separator: "/").dropLast()
        while !folders.isEmpty {
            let folder = "/" + folders.joined(separator: "/")
            candidates += ["\(folder)/share/navbus/\(subpath)", "\(folder)/\(subpath)"]
            folders.removeLast()
        }
        if let path = candidates.first(where: { access($0, R_OK | X_OK) == 0 }) {
            return LanguageFolder(path: path, own: setting.isEmpty ? nil : setting)
        }
        guard !setting.isEmpty else { throw .noFolder(subpath: subpath) }
        return LanguageFolder(path: setting)
    }

    /// Returns the string table of a language. Keys missing in `de-AT` come from `de`; for `en` the default region is
    /// used. The tables of the user precede all tables of the program. The table has the names of roads of all countries.
    ///
    /// - Throws: ``LanguageError`` if there is no table for the language; ``AnnouncementError`` if one cannot be read.
    package func table(for tag: String) throws -> StringTable {
        let language = String(tag.prefix { $0 != "-" && $0 != "_" })
        var wanted = Self.unique([Self.plain(tag), Self.plain(language)])
        let folders = try [own, path].compactMap(\.self).map { (path: $0, files: try Self.files(in: $0)) }
        wanted = Self.unique(wanted + (try Self.fallbackRegions(for: Self.plain(language), in: folders)))
        var table: StringTable?
        for (folder, files) in folders {
            for tag in wanted {
                for file in files where Self.plain(file.tag) == tag {
                    let below = try StringTable(contentsOf: "\(folder)/\(file.name)")
                    table = table.map { $0.overlaid(on: below) } ?? below
                }
            }
        }
        guard var table else { throw unknown(tag, known: try tags()) }
        // The files of the user come last, so that they replace those of the program.
        for folder in [path, own].compactMap(\.self).map({ "\($0)/\(Self.phonetics)" }) where access(folder, R_OK) == 0
        {
            for name in (try? FolderNames.ending(".toml", in: folder)) ?? [] {
                try table.phonetics.add(contentsOf: "\(folder)/\(name)")
            }
        }
        return table
    }

    /// Finds the tables for the running program, by `NAVBUS_DATA` or above its executable.
    ///
    /// - Parameter setting: The folder of the tables of the user; empty for none.
    package static func ofProgram(setting: String) throws(LanguageError) -> LanguageFolder {
        try find(setting: setting, data: getenv("NAVBUS_DATA").map { String(cString: $0) }, executable: executable)
    }

    /// Returns the sorted tags of the languages with tables.
    ///
    /// - Throws: ``LanguageError`` if a folder cannot be read.
    package func tags() throws(LanguageError) -> [String] {
        var tags: [String] = []
        for folder in [own, path].compactMap(\.self) { tags += try Self.files(in: folder).map(\.tag) }
        return Self.unique(tags.sorted())
    }

    /// Whether `text` can be a language tag and contains no path.
    package static func isTag(_ text: String) -> Bool {
        let isClean = text.utf8.allSatisfy { byte in
            switch UInt8(byte) {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isClean && (2...35).contains(text.utf8.count)
    }

    /// The path of the running program.
    private static var executable: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        return length > 0 ? String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }
}

extension LanguageFolder {
    /// The file of a string table.
    private struct TableFile {
        var tag: String
        var name: String
    }

    /// The extensions of tables and of the folders that hold one, in the order of precedence, with the file in the folder.
    private static let endings = [(".toml", ""), (".strings", ""), (".lproj", "/Localizable.strings")]

    private static func files(in folder: String) throws(LanguageError) -> [TableFile] {
        do throws(FolderNames.Failure) {
            var files: [TableFile] = []
            for (ending, file) in endings {
                let names = try FolderNames.ending(ending, in: folder)
                files += names.map { TableFile(tag: String($0.dropLast(ending.count)), name: $0 + file) }
            }
            // A folder of Apple's need not hold texts, and "Base" is no language.
            return files.filter {
                !$0.name.contains("/") || $0.tag != "Base" && access("\(folder)/\($0.name)", R_OK) == 0
            }
        } catch {
            throw .unreadableFolder(path: folder, reason: error.reason)
        }
    }

    /// Returns the regions whose tables are used for a language without a table: those marked as default, first of the
    /// user, then of the program; or else the first region of the program.
    private static func fallbackRegions(for language: String, in folders: [(path: String, files: [TableFile])]) throws
        -> [String]
    {
        var chosen: [String] = []
        for (index, folder) in folders.enumerated() {
            guard !folder.files.contains(where: { plain($0.tag) == language }) else { continue }
            let regions = folder.files.filter { plain($0.tag).hasPrefix(language + "-") }
            let marked = try regions.first { try StringTable(contentsOf: "\(folder.path)/\($0.name)").isDefault }
            // A single regional table of the user does not become the default of the language.
            let first = index == folders.count - 1 ? regions.first : nil
            if let tag = (marked ?? first)?.tag { chosen.append(plain(tag)) }
        }
        return chosen
    }

    /// Returns a tag in the form for comparison, since `de-AT`, `de_AT` and `de-at` are equal.
    private static func plain(_ tag: String) -> String {
        String(tag.lowercased().map { $0 == "_" ? "-" : $0 })
    }

    private static func unique(_ tags: [String]) -> [String] {
        tags.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private func unknown(_ tag: String, known tags: [String]) -> LanguageError {
        .unknownLanguage(tag: tag, folders: [own, path].compactMap(\.self), known: tags)
    }
}
