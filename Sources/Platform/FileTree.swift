import Glibc

/// Files and folders with their content.
package enum FileTree {
    /// The bytes of the files at a path; links are not followed.
    package static func bytes(_ path: String) -> Int {
        var status = stat()
        guard lstat(path, &status) == 0 else { return 0 }
        guard status.st_mode & S_IFMT == S_IFDIR else { return Int(status.st_size) }
        return FolderNames.readable(in: path).reduce(0) { $0 + bytes("\(path)/\($1)") }
    }

    /// Removes a file or a folder with its content; links are not followed.
    package static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for name in FolderNames.readable(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }
}
