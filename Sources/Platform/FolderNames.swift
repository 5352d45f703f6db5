import Glibc

/// Lists the files of a folder.
package enum FolderNames {
    /// The error of the system for a folder that cannot be listed.
    package struct Failure: Error, Hashable {
        package var reason: String
    }

    /// Returns the sorted names in a folder, with hidden files, without `.` and `..`.
    package static func all(in path: String) throws(Failure) -> [String] {
        guard let folder = opendir(path) else { throw Failure(reason: String(cString: strerror(errno))) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The same; empty if the folder cannot be listed.
    package static func readable(in path: String) -> [String] { (try? all(in: path)) ?? [] }

    /// The same without hidden files.
    package static func visible(in path: String) -> [String] { readable(in: path).filter { !$0.hasPrefix(".") } }

    /// Returns the sorted names in a folder with an ending, without hidden files.
    package static func ending(_ ending: String, in path: String) throws(Failure) -> [String] {
        try all(in: path).filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
    }
}
