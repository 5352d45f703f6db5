public import Glibc

/// Files that only their owner can read, whatever the umask: recordings, sounds, logs and pictures reveal the location
/// of a person.
public enum PrivateFile {
    /// The mode of a file.
    public static let mode: mode_t = 0o600
    /// The mode of a folder.
    public static let folderMode: mode_t = 0o700

    private static let maxLinks = 8

    /// Opens a file for writing and creates it if it is missing. An existing file keeps its mode.
    ///
    /// A symbolic link is followed only if this user or root created it, and files of other users are not written to:
    /// in a folder that others can write to, either could serve to overwrite another file.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to the working folder.
    ///   - flags: Flags of `open(2)`; `O_CREAT` and `O_CLOEXEC` are always added.
    /// - Returns: A descriptor; less than 0 on failure, with the reason in `errno`.
    public static func open(_ path: String, _ flags: Int32) -> Int32 {
        var currentPath = path
        for _ in 0...maxLinks {
            let descriptor = Glibc.open(currentPath, flags & ~O_TRUNC | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
            if descriptor >= 0 { return checked(descriptor, isEmptied: flags & O_TRUNC != 0) }
            guard errno == ELOOP, let target = target(of: currentPath) else { return -1 }
            currentPath = target
        }
        errno = ELOOP
        return -1
    }

    /// Creates a folder and the missing folders above it.
    ///
    /// - Returns: `false` on failure, with the reason in `errno`.
    @discardableResult
    public static func makeFolders(_ path: String) -> Bool {
        var made = path.hasPrefix("/") ? "" : "."
        for name in path.split(separator: "/") {
            made += "/" + name
            guard mkdir(made, folderMode) == 0 || errno == EEXIST || access(made, F_OK) == 0 else { return false }
        }
        return true
    }

    /// Creates the missing folders above a file.
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

    /// The target of a link of this user or root; `nil` for any other link, with the reason in `errno`.
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
