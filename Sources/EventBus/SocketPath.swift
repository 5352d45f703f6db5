import Access
import Glibc
import Platform

/// Checks that binding a socket at a path deletes nothing but a dead socket of this user.
func checkSocketPath(_ path: String) throws(BusError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
        guard errno == ENOENT else { throw .folder(.unusable(path: path, .system(SystemError.text(errno)))) }
        return
    }
    switch status.st_mode & S_IFMT {
    case S_IFSOCK where status.st_uid == geteuid(): break
    case S_IFSOCK: throw .pathTaken(path: path, by: "a socket of the user with number \(status.st_uid)")
    case S_IFLNK: throw .pathTaken(path: path, by: "a link")
    case S_IFDIR: throw .pathTaken(path: path, by: "a folder")
    default: throw .pathTaken(path: path, by: "a file")
    }
}
