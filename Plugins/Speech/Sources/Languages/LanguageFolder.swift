package import Announcements
import Glibc
import NavigationControl
import SpeechEngine

/// The folders of string tables: those of the program and, with precedence, those of the user.
///
/// A table is a file `<language tag>.toml`, or in Apple's format `<language tag>.strings` or
/// `<language tag>.lproj/Localizable.strings`, for one language.
package struct LanguageFolder: Equatable {
    /// The path of the tables of the program; without these, that of the user.
    let path: String
    /// The path of the tables of the user, which may contain as little as one key; `nil` if there are none.
    let own: String?

    /// Creates the object for two folders.
    init(path: String, own: String? = nil) {
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
    static func find(setting: String, data: String?, executable: String?) throws(SettingsError) -> LanguageFolder {
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
        guard !setting.isEmpty else {
            throw .invalid(
                key: "languages", value: "\"\"",
                reason: "no folder \(subpath) was found above the program; name the folder of the string tables here, "
                    + "or set NAVBUS_DATA to the folder that holds Plugins")
        }
        return LanguageFolder(path: setting)
    }

    /// Returns the string table of a language. Keys missing in `de-AT` come from `de`; for `en` the default region is
    /// used. The tables of the user precede all tables of the program. The table has the names of roads of all countries.
    ///
    /// - Throws: `SettingsError` if there is no table for the language; `AnnouncementError` if one cannot be read.
    func table(for tag: String) throws -> StringTable {
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

    /// Returns the string table for a subcommand.
    ///
    /// - Parameters:
    ///   - tag: The language.
    ///   - table: The path of a table that overrides that of the language; `nil` for none.
    ///   - setting: The folder of the tables of the user; empty for none.
    package static func words(for tag: String, table: String?, setting: String) throws -> StringTable {
        let shipped = try programFolder(setting: setting).table(for: tag)
        guard let table else { return shipped }
        return try StringTable(contentsOf: table).overlaid(on: shipped)
    }

    /// Returns the voice of a language: the one that its table names, or without a table the tag.
    static func voice(for tag: String) throws -> String {
        do {
            let voice = try programFolder(setting: "").table(for: tag).voice
            return voice.isEmpty ? tag : voice
        } catch is SettingsError {
            // A book can be read in a language without a string table.
            return tag
        }
    }

    private static func programFolder(setting: String) throws(SettingsError) -> LanguageFolder {
        try find(
            setting: setting, data: getenv("NAVBUS_DATA").map { String(cString: $0) }, executable: executable)
    }

    /// Returns the sorted tags of the languages with tables.
    ///
    /// - Throws: `SettingsError` if a folder cannot be read.
    func tags() throws(SettingsError) -> [String] {
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
    static var executable: String? {
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

    private static func files(in folder: String) throws(SettingsError) -> [TableFile] {
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
            throw .invalid(key: "languages", value: folder, reason: "the folder cannot be read: \(error.reason)")
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

    private func unknown(_ tag: String, known tags: [String]) -> SettingsError {
        let known = tags.isEmpty ? "there are none" : "there are \(tags.joined(separator: ", "))"
        let places = [own, path].compactMap(\.self).joined(separator: " and ")
        return .invalid(key: "language", value: tag, reason: "\(places) has no table \(tag).toml; \(known)")
    }
}
