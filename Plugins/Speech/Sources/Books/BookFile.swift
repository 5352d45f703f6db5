import Glibc

/// A book on the disk.
struct BookFile: Hashable, Sendable {
    /// Where it is.
    let path: String

    /// What tells that a file is another one than before.
    struct Mark: Equatable, Sendable {
        private var inode: ino_t = 0
        private var bytes: off_t = -1
        private var seconds = 0
        private var nanoseconds = 0

        /// The mark of the file as it is now; the same for all files that are not there.
        init(of path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return }
            (inode, bytes) = (status.st_ino, status.st_size)
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        }
    }

    /// Reads the book as it is now.
    func read() throws(BookError) -> Book {
        let bytes: [UInt8]
        do throws(FileBytes.Failure) {
            bytes = try FileBytes.read(path, most: PropertyList.Limit.bytes)
        } catch {
            switch error {
            case .unreadable(let reason): throw .unreadable(file: path, reason: reason)
            case .tooLarge(let bytes): throw .tooLarge(file: path, bytes: bytes)
            }
        }
        return try BookReader.book(bytes, file: path)
    }
}
