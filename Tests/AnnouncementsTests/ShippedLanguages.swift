import Announcements
import Glibc

/// The string tables of navbus: all files in their folder.
enum ShippedLanguages {
    static let folder =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Plugins/Speech/Languages"

    static let tags = names(in: folder)

    /// The countries with names of roads.
    static let countries = names(in: folder + "/phonetics")

    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var tags: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".toml") { tags.append(String(name.dropLast(".toml".count))) }
        }
        return tags.sorted()
    }

    private static let phonetics = Result {
        var phonetics = Phonetics()
        for country in countries { try phonetics.add(contentsOf: "\(folder)/phonetics/\(country).toml") }
        return phonetics
    }

    static func table(_ tag: String) throws -> StringTable {
        var table = try StringTable(contentsOf: "\(folder)/\(tag).toml")
        table.phonetics = try phonetics.get()
        return table
    }
}
