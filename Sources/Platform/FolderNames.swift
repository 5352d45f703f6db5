import Glibc

/// Lists the files of a folder.
package enum FolderNames {
    /// The error of the system for a folder that cannot be listed.
    package struct Failure: Error, Hashable {
        package var reason: String
    }

    /// Returns the sorted names in a folder with an ending, without hidden files.
    package static func ending(_ ending: String, in path: String) throws(Failure) -> [String] {
        guard let folder = opendir(path) else { throw Failure(reason: String(cString: strerror(errno))) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(ending), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
