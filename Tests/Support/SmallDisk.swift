import Foundation
import Synchronization

/// A folder on a disk of limited size.
///
/// The limit can be simulated: ``write(_:_:)`` counts the files of the folder. If this process may mount, the same
/// tests also run on a real file system.
public final class SmallDisk: Sendable {
    /// The kind of limit.
    public enum Kind: String, Sendable, CaseIterable {
        /// The blocks of the files are counted.
        case counted
        /// The folder is a file system of that size.
        case mounted

        /// The kinds that this process may use.
        public static let available = allCases.filter { $0 == .counted || canMount }

        private static let canMount: Bool = {
            guard let folder = try? TemporaryFolder(), mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0
            else { return false }
            return umount2(folder.path, Int32(MNT_DETACH)) == 0
        }()
    }

    /// The file that fills the disk, which is not part of the test.
    public static let ballast = "ballast"
    private static let blockBytes = 4096

    /// The path of the folder.
    public let path: String
    private let kind: Kind
    private let size: Int
    private let room: Mutex<Int>

    /// Creates the disk below a folder.
    ///
    /// - Parameters:
    ///   - kind: the kind of limit.
    ///   - path: the path of the folder.
    ///   - kibibytes: the size.
    public init(_ kind: Kind, at path: String, kibibytes: Int) throws {
        self.path = path
        self.kind = kind
        size = kibibytes * 1024
        room = Mutex(kibibytes * 1024)
        guard kind == .mounted, mount("tmpfs", path, "tmpfs", 0, "size=\(kibibytes)k") != 0 else { return }
        throw POSIXError(.EPERM)
    }

    deinit { if kind == .mounted { umount2(path, Int32(MNT_DETACH)) } }

    /// Writes bytes into an open file of the folder, like the system call `write`.
    public func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        guard kind == .counted else { return Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
        var status = stat()
        fstat(descriptor, &status)
        let slack = Self.blocks(Int(status.st_size)) - Int(status.st_size)
        let free = max(0, room.withLock { $0 } - used) + slack
        guard free > 0 || bytes.isEmpty else {
            errno = ENOSPC
            return -1
        }
        return Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, free))
    }

    /// Fills the disk.
    public func fill() throws {
        guard kind == .mounted else { return room.withLock { $0 = used } }
        let descriptor = open("\(path)/\(Self.ballast)", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
        defer { close(descriptor) }
        let block = [UInt8](repeating: 1, count: Self.blockBytes)
        while Glibc.write(descriptor, block, block.count) > 0 {}
    }

    /// Frees the disk again.
    public func makeRoom() {
        room.withLock { $0 = size }
        unlink("\(path)/\(Self.ballast)")
    }

    private var used: Int {
        let files = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return files.reduce(0) { sum, name in
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return sum }
            return sum + Self.blocks(Int(status.st_size))
        }
    }

    private static func blocks(_ bytes: Int) -> Int { (bytes + blockBytes - 1) / blockBytes * blockBytes }
}
