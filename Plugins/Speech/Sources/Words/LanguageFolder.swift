import Announcements
import Glibc
import NavigationControl

/// The folder of string tables: `<language tag>.strings`, one file for each language.
struct LanguageFolder: Equatable {
    let path: String

    /// Where the folder lies in a checkout, and in the data of an installation.
    private static let place = "Plugins/Speech/Languages"

    /// The folder that the settings name, else the one that came with the program.
    ///
    /// - Parameters:
    ///   - setting: The setting `languages`; empty to look.
    ///   - data: The environment's `NAVBUS_DATA`.
    ///   - executable: The program; its folder and those above it are looked through.
    static func find(setting: String, data: String?, executable: String?) throws(SettingsError) -> LanguageFolder {
        if !setting.isEmpty { return LanguageFolder(path: setting) }
        var candidates = [data].compactMap(\.self).filter { !$0.isEmpty }.map { "\($0)/\(place)" }
        var folders = (executable ?? "").split(separator: "/").dropLast()
        while !folders.isEmpty {
            let folder = "/" + folders.joined(separator: "/")
            candidates += ["\(folder)/share/navbus/\(place)", "\(folder)/\(place)"]
            folders.removeLast()
        }
        guard let path = candidates.first(where: { access($0, R_OK | X_OK) == 0 }) else {
            throw .invalid(
                key: "languages", value: "\"\"",
                reason: "no folder \(place) was found above the program; name the folder of the string tables here, "
                    + "or set NAVBUS_DATA to the folder that holds Plugins")
        }
        return LanguageFolder(path: path)
    }

    /// The words of a language: those of `de-AT`, else of `de`.
    func table(for tag: String) throws -> StringTable {
        let language = String(tag.prefix { $0 != "-" && $0 != "_" })
        for name in [tag, language] where access("\(path)/\(name).strings", F_OK) == 0 {
            return try StringTable(contentsOf: "\(path)/\(name).strings")
        }
        let known = tags.isEmpty ? "there are none" : "there are \(tags.joined(separator: ", "))"
        throw SettingsError.invalid(
            key: "language", value: tag, reason: "\(path) has no string table \(tag).strings; \(known)")
    }

    /// The languages there are tables for, in order.
    var tags: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var tags: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".strings") { tags.append(String(name.dropLast(".strings".count))) }
        }
        return tags.sorted()
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
