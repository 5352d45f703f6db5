import Glibc
import Platform

/// Holds the lock of a folder of a bus during its lifetime.
///
/// The lock belongs to the process: the kernel releases it at any end of the process, so that no lock is ever stale.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Creates the folder if it is missing (mode 0750), checks it, and takes its lock.
    ///
    /// - Parameter makesParents: Whether the missing folders above it are created too.
    package init(folder: String, makesParents: Bool = false) throws(FolderError) {
        try Self.make(folder, makesParents: makesParents)
        let path = folder + "/lock"
        // Not inherited: a control must not keep the lock of a dead bus.
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o640)
        guard descriptor >= 0 else { throw .unusable(path: path, .system(SystemError.text(errno))) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw .taken(folder: folder, processID: Self.processID(in: descriptor))
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
            throw .unusable(path: path, .system(SystemError.text(errno)))
        }
    }

    /// Also runs when `init` throws.
    deinit { close(descriptor) }

    /// Checks that only this user can write into a folder, and that no other user can replace it. A missing folder is
    /// valid.
    package static func check(_ path: String) throws(FolderError) {
        do throws(PathTrust.Refusal) {
            _ = try PathTrust.ofBus.check(folder: path)
        } catch {
            throw .unusable(
                path: path, error.path == path ? error.problem : .isBelow(error.path, reason: "\(error.problem)"))
        }
    }

    private static func make(_ path: String, makesParents: Bool) throws(FolderError) {
        if mkdir(path, 0o750) != 0, errno != EEXIST {
            let reason = SystemError.text(errno)
            guard errno == ENOENT, makesParents, PrivateFile.makeFolders(above: path), mkdir(path, 0o750) == 0 else {
                throw .unusable(path: path, .system(reason))
            }
        }
        try check(path)
    }

    private static func processID(in descriptor: Int32) -> Int32 {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let digits = bytes.prefix(max(count, 0)).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int32(String(decoding: digits, as: UTF8.self)) ?? 0
    }
}
