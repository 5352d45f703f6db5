import Glibc
import Platform

/// The users whose folders and sockets are trusted as those of a bus.
///
/// Only these users can put a socket into such a folder. This also covers the reconnects of libzmq, which connects
/// again to the same path after each restart of the bus without notice. The check of the owner stays valid after its
/// time, since no other user can put another socket or folder there.
package struct PathTrust: Sendable, Hashable {
    /// A part of a path that is not trusted.
    package struct Refusal: Error, Hashable {
        package let path: String
        /// The reason; ``FolderProblem/system(_:)`` if this user has no access.
        package let problem: FolderProblem
    }

    /// Ids of the users who may own the folder itself.
    private let owners: Set<UInt32>

    private static let root: UInt32 = 0
    private static let maxLinks = 40

    /// The owner of the folder of a bus in this process: its own user.
    package static let ofBus = PathTrust(owners: [geteuid()])

    /// This user and root, who can do anything with this process anyway.
    package static let ofOwnBus = PathTrust(owners: [geteuid(), root])

    /// Also trusts a user, given by name or number; `nil` if there is no such user.
    package func including(user name: String) -> PathTrust? {
        (UInt32(name) ?? getpwnam(name)?.pointee.pw_uid).map { PathTrust(owners: owners.union([$0])) }
    }

    /// Whether the processes of a user are trusted.
    package func trusts(user: UInt32) -> Bool { owners.contains(user) }

    // MARK: - Folders

    /// Checks a folder and those above it.
    ///
    /// - Returns: `false` if it is missing.
    package func check(folder path: String) throws(Refusal) -> Bool {
        guard try walk(Self.parts(path).parent) else { return false }
        guard let status = try Self.status(path) else { return false }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: break
        case S_IFLNK: throw Refusal(path: path, problem: .isLink)
        default: throw Refusal(path: path, problem: .isNoFolder)
        }
        guard owners.contains(status.st_uid) else {
            throw Refusal(path: path, problem: .isForeign(status.st_uid))
        }
        guard status.st_mode & 0o022 == 0 else {
            throw Refusal(path: path, problem: .isOpen(mode: status.st_mode & 0o7777))
        }
        return true
    }

    /// Checks each folder from `/` to this one, and follows links.
    private func walk(_ path: String) throws(Refusal) -> Bool {
        var (resolved, links) = ("", 0)
        var pending = Array(path.split(separator: "/").map(String.init).reversed())
        guard try checkPassage("/") != nil else { return false }
        while let name = pending.popLast() {
            if name == "." { continue }
            if name == ".." {
                resolved = Self.parts(resolved).parent
                continue
            }
            let next = resolved + "/" + name
            guard let status = try checkPassage(next) else { return false }
            guard status.st_mode & S_IFMT == S_IFLNK else {
                resolved = next
                continue
            }
            links += 1
            guard links <= Self.maxLinks, let target = Self.target(of: next) else {
                throw Refusal(path: next, problem: .isLink)
            }
            if target.hasPrefix("/") { resolved = "" }
            pending += target.split(separator: "/").map(String.init).reversed()
        }
        return true
    }

    /// Checks that no other user can replace a part of the path: a user who may write into a folder can rename its
    /// content, unless the sticky bit is set.
    private func checkPassage(_ path: String) throws(Refusal) -> stat? {
        guard let status = try Self.status(path) else { return nil }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFDIR || kind == S_IFLNK else { throw Refusal(path: path, problem: .isNoFolder) }
        guard owners.contains(status.st_uid) || status.st_uid == Self.root else {
            throw Refusal(path: path, problem: .isForeign(status.st_uid))
        }
        guard kind == S_IFLNK || status.st_mode & 0o022 == 0 || status.st_mode & mode_t(S_ISVTX) != 0 else {
            throw Refusal(path: path, problem: .isOpen(mode: status.st_mode & 0o7777))
        }
        return status
    }

    // MARK: - Sockets

    /// Checks a socket, its folder, and the process that listens there, before a client connects.
    ///
    /// - Returns: `false` if no process listens there.
    package func check(socket path: String) throws(Refusal) -> Bool {
        guard try check(folder: Self.parts(path).parent), let status = try Self.status(path) else { return false }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK: break
        case S_IFLNK: throw Refusal(path: path, problem: .isLink)
        default: throw Refusal(path: path, problem: .isNoSocket)
        }
        guard owners.contains(status.st_uid) else {
            throw Refusal(path: path, problem: .isForeign(status.st_uid))
        }
        guard let user = try Self.listener(path) else { return false }
        guard owners.contains(user) else { throw Refusal(path: path, problem: .isServed(by: user)) }
        return true
    }

    /// The user of the process that listens at a path, according to the kernel; `nil` if no process does, or if it is
    /// too busy to accept a connection.
    private static func listener(_ path: String) throws(Refusal) -> UInt32? {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let address = UnixSocketAddress(path: path) else { return nil }
        guard address.connect(descriptor) else {
            // libzmq does not report that the mode of a path denies access.
            if errno == EACCES { throw Refusal(path: path, problem: .system(SystemError.text(errno))) }
            return nil
        }
        // Process, user and group.
        var peer: (Int32, UInt32, UInt32) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: peer))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else { return nil }
        return peer.1
    }

    // MARK: - Paths

    private static func status(_ path: String) throws(Refusal) -> stat? {
        var status = stat()
        guard lstat(path.isEmpty ? "/" : path, &status) == 0 else {
            guard errno == ENOENT else { throw Refusal(path: path, problem: .system(SystemError.text(errno))) }
            return nil
        }
        return status
    }

    /// The folder above a path, and the last name.
    private static func parts(_ path: String) -> (parent: String, name: String) {
        guard let index = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[..<index]), String(path[path.index(after: index)...]))
    }

    private static func target(of link: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }
}
