import Glibc

/// Lists a folder.
enum FolderNames {
    /// Why a folder cannot be listed: the system's reason.
    struct Failure: Error, Hashable {
        var reason: String
    }

    /// The names in a folder that end so, in order and without hidden ones.
    static func ending(_ ending: String, in path: String) throws(Failure) -> [String] {
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
