package import Announcements
import NavigationControl

extension LanguageFolder {
    /// Returns the string table for a subcommand.
    ///
    /// - Parameters:
    ///   - tag: The language.
    ///   - table: The path of a table that overrides that of the language; `nil` for none.
    ///   - setting: The folder of the tables of the user; empty for none.
    package static func words(for tag: String, table: String?, setting: String) throws -> StringTable {
        let shipped = try SettingsError.fromLanguage { try ofProgram(setting: setting).table(for: tag) }
        guard let table else { return shipped }
        return try StringTable(contentsOf: table).overlaid(on: shipped)
    }

    /// Returns the voice of a language: the one that its table names, or without a table the tag.
    static func voice(for tag: String) throws -> String {
        do {
            let voice = try ofProgram(setting: "").table(for: tag).voice
            return voice.isEmpty ? tag : voice
        } catch is LanguageError {
            // A book can be read in a language without a string table.
            return tag
        }
    }
}

extension SettingsError {
    /// Calls `body`, and names the setting if there is no string table.
    static func fromLanguage<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as LanguageError {
            throw SettingsError(error)
        }
    }

    private init(_ error: LanguageError) {
        switch error {
        case .noFolder(let subpath):
            self = .invalid(
                key: "languages", value: "\"\"",
                reason: "no folder \(subpath) was found above the program; name the folder of the string tables here, "
                    + "or set NAVBUS_DATA to the folder that holds Plugins")
        case .unreadableFolder(let path, let reason):
            self = .invalid(key: "languages", value: path, reason: "the folder cannot be read: \(reason)")
        case .unknownLanguage(let tag, let folders, let known):
            let tables = known.isEmpty ? "there are none" : "there are \(known.joined(separator: ", "))"
            self = .invalid(
                key: "language", value: tag,
                reason: "\(folders.joined(separator: " and ")) has no table \(tag).toml; \(tables)")
        }
    }
}
