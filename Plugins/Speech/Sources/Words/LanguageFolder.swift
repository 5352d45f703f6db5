import Announcements
import Glibc
import NavigationControl

/// Where the words of the languages are: the tables that came with the program, and laid over them a person's own.
///
/// A table is `<language tag>.toml`, or `<language tag>.strings` in Apple's format, one file for each language.
struct LanguageFolder: Equatable {
    /// The tables that came with the program; where there are none, a person's own.
    let path: String
    /// A person's own tables over those, which may hold as little as one key; `nil` where there are none.
    let own: String?

    /// Names the folders.
    init(path: String, own: String? = nil) {
        self.path = path
        self.own = own
    }

    /// Where the folder lies in a checkout, and in the data of an installation.
    private static let place = "Plugins/Speech/Languages"

    /// The folder that came with the program, and the one that the settings name.
    ///
    /// - Parameters:
    ///   - setting: The setting `languages`; empty for no tables of one's own.
    ///   - data: The environment's `NAVBUS_DATA`.
    ///   - executable: The program; its folder and those above it are looked through.
    static func find(setting: String, data: String?, executable: String?) throws(SettingsError) -> LanguageFolder {
        var candidates = [data].compactMap(\.self).filter { !$0.isEmpty }.map { "\($0)/\(place)" }
        var folders = (executable ?? "").split(separator: "/").dropLast()
        while !folders.isEmpty {
            let folder = "/" + folders.joined(separator: "/")
            candidates += ["\(folder)/share/navbus/\(place)", "\(folder)/\(place)"]
            folders.removeLast()
        }
        if let path = candidates.first(where: { access($0, R_OK | X_OK) == 0 }) {
            return LanguageFolder(path: path, own: setting.isEmpty ? nil : setting)
        }
        guard !setting.isEmpty else {
            throw .invalid(
                key: "languages", value: "\"\"",
                reason: "no folder \(place) was found above the program; name the folder of the string tables here, "
                    + "or set NAVBUS_DATA to the folder that holds Plugins")
        }
        return LanguageFolder(path: setting)
    }

    /// The words of a language: those of `de-AT`, what is missing there from `de`, and for `en` those of the region that
    /// serves for the whole language. A person's own words come before all that came with the program.
    ///
    /// - Throws: `SettingsError` where there is no table for the language; `AnnouncementError` where one cannot be read.
    func table(for tag: String) throws -> StringTable {
        let language = String(tag.prefix { $0 != "-" && $0 != "_" })
        var wanted = Self.unique([Self.plain(tag), Self.plain(language)])
        let folders = try [own, path].compactMap(\.self).map { (path: $0, files: try Self.files(in: $0)) }
        wanted = Self.unique(wanted + (try Self.standIns(for: Self.plain(language), in: folders)))
        var table: StringTable?
        for (folder, files) in folders {
            for tag in wanted {
                for file in files where Self.plain(file.tag) == tag {
                    let below = try StringTable(contentsOf: "\(folder)/\(file.name)")
                    table = table.map { $0.over(below) } ?? below
                }
            }
        }
        guard let table else { throw unknown(tag, known: try tags()) }
        return table
    }

    /// The words that a command line asks for.
    ///
    /// - Parameters:
    ///   - tag: The language.
    ///   - table: The path of a table that lies over that of the language; `nil` for none.
    ///   - setting: A person's own folder; empty for none.
    static func words(for tag: String, table: String?, setting: String) throws -> StringTable {
        let shipped = try ofProgram(setting: setting).table(for: tag)
        guard let table else { return shipped }
        return try StringTable(contentsOf: table).over(shipped)
    }

    /// The voice that reads a language: the one that its table names; where there is no table, that of the tag.
    static func voice(for tag: String) throws -> String {
        do {
            let voice = try ofProgram(setting: "").table(for: tag).voice
            return voice.isEmpty ? tag : voice
        } catch is SettingsError {
            // Whoever reads a book needs no words of navbus in its language.
            return tag
        }
    }

    private static func ofProgram(setting: String) throws(SettingsError) -> LanguageFolder {
        try find(
            setting: setting, data: getenv("NAVBUS_DATA").map { String(cString: $0) }, executable: executable)
    }

    /// The languages there are tables for, in order.
    ///
    /// - Throws: `SettingsError` where a folder cannot be read.
    func tags() throws(SettingsError) -> [String] {
        var tags: [String] = []
        for folder in [own, path].compactMap(\.self) { tags += try Self.files(in: folder).map(\.tag) }
        return Self.unique(tags.sorted())
    }

    /// Whether `text` can be a language tag, and so no path to somewhere else.
    static func isTag(_ text: String) -> Bool {
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

    /// The running program's file.
    static var executable: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        return length > 0 ? String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }
}

extension LanguageFolder {
    /// A file with a string table.
    private struct TableFile {
        var tag: String
        var name: String
    }

    /// What the name of a table ends with; the first comes before the second.
    private static let endings = [".toml", ".strings"]

    private static func files(in folder: String) throws(SettingsError) -> [TableFile] {
        do throws(FolderNames.Failure) {
            var files: [TableFile] = []
            for ending in endings {
                let names = try FolderNames.ending(ending, in: folder)
                files += names.map { TableFile(tag: String($0.dropLast(ending.count)), name: $0) }
            }
            return files
        } catch {
            throw .invalid(key: "languages", value: folder, reason: "the folder cannot be read: \(error.reason)")
        }
    }

    /// The regions whose tables serve for a whole language that has none of its own, a person's first: those that say so,
    /// or else the first of what came with the program.
    private static func standIns(for language: String, in folders: [(path: String, files: [TableFile])]) throws
        -> [String]
    {
        var chosen: [String] = []
        for (index, folder) in folders.enumerated() {
            guard !folder.files.contains(where: { plain($0.tag) == language }) else { continue }
            let regions = folder.files.filter { plain($0.tag).hasPrefix(language + "-") }
            let marked = try regions.first { try StringTable(contentsOf: "\(folder.path)/\($0.name)").isDefault }
            // A person's own table for a region is none for the language only because it is the only one.
            let first = index == folders.count - 1 ? regions.first : nil
            if let tag = (marked ?? first)?.tag { chosen.append(plain(tag)) }
        }
        return chosen
    }

    /// A tag as it is compared: people write `de-AT`, `de_AT` and `de-at`.
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
