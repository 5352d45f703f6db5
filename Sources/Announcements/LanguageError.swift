/// The reason why a language has no string table. The description completes "failed to …".
package enum LanguageError: Error, Sendable, Hashable {
    /// No folder of tables was found; `subpath` is its path below that of navbus.
    case noFolder(subpath: String)
    /// The folder of the tables cannot be read; `reason` is the message of the system.
    case unreadableFolder(path: String, reason: String)
    /// No table is for this language; there are tables for `known`.
    case unknownLanguage(tag: String, folders: [String], known: [String])
}

extension LanguageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noFolder(let subpath):
            "find the string tables: no folder \(subpath) was found above the program; install navbus again, or set "
                + "NAVBUS_DATA to the folder that holds Plugins"
        case .unreadableFolder(let path, let reason): "read the string tables in \(path): \(reason)"
        case .unknownLanguage(let tag, _, let known):
            "find a string table for \"\(tag)\"; "
                + (known.isEmpty ? "there are none" : "there are \(known.joined(separator: ", "))")
        }
    }
}
