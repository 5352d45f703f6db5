public import Glibc

/// Files that their owner alone can read, whatever the umask: recordings, sounds, logs and pictures say where somebody was.
public enum PrivateFile {
    /// The mode of a file.
    public static let mode: mode_t = 0o600
    /// The mode of a folder.
    public static let folderMode: mode_t = 0o700

    private static let maxLinks = 8

    /// Opens a file to write to, and makes it if it is missing. The mode of one that is there stays.
    ///
    /// A link is followed only where this user or root has made it, and a file of somebody else is not written to: in a
    /// folder into which others write, either may have been put there to have another file overwritten.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to the working folder.
    ///   - flags: As for `open` of the system, which need not name `O_CREAT` nor `O_CLOEXEC`.
    /// - Returns: A descriptor; less than 0 if that fails: the reason is in `errno`.
    public static func open(_ path: String, _ flags: Int32) -> Int32 {
        var place = path
        for _ in 0...maxLinks {
            let descriptor = Glibc.open(place, flags & ~O_TRUNC | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
            if descriptor >= 0 { return checked(descriptor, isEmptied: flags & O_TRUNC != 0) }
            guard errno == ELOOP, let target = target(of: place) else { return -1 }
            place = target
        }
        errno = ELOOP
        return -1
    }

    /// Makes a folder and those above it where they are missing.
    ///
    /// - Returns: `false` if that fails: the reason is in `errno`.
    @discardableResult
    public static func makeFolders(_ path: String) -> Bool {
        var made = path.hasPrefix("/") ? "" : "."
        for name in path.split(separator: "/") {
            made += "/" + name
            guard mkdir(made, folderMode) == 0 || errno == EEXIST || access(made, F_OK) == 0 else { return false }
        }
        return true
    }

    /// Makes the folders above a file where they are missing.
    @discardableResult
    public static func makeFolders(above path: String) -> Bool {
        guard let index = path.lastIndex(of: "/") else { return true }
        return makeFolders(String(path[..<index]))
    }

    private static func checked(_ descriptor: Int32, isEmptied: Bool) -> Int32 {
        var status = stat()
        var reason: Int32 = 0
        if fstat(descriptor, &status) != 0 {
            reason = errno
        } else if status.st_mode & S_IFMT == S_IFREG {
            if status.st_uid != geteuid() { reason = EPERM }
            if reason == 0, isEmptied, ftruncate(descriptor, 0) != 0 { reason = errno }
        }
        guard reason != 0 else { return descriptor }
        close(descriptor)
        errno = reason
        return -1
    }

    /// Where a link of this user or root leads; `nil`, with the reason in `errno`, for any other.
    private static func target(of link: String) -> String? {
        var status = stat()
        guard lstat(link, &status) == 0 else { return nil }
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard status.st_uid == geteuid() || status.st_uid == 0, case let count = readlink(link, &bytes, bytes.count),
            count > 0
        else {
            errno = ELOOP
            return nil
        }
        let target = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard !target.hasPrefix("/"), let index = link.lastIndex(of: "/") else { return target }
        return link[...index] + target
    }
}
