import Glibc
import Platform

/// The file of a book.
package struct BookFile: Hashable, Sendable {
    /// The path of the file.
    package let path: String

    /// Creates the object without access to the file.
    package init(path: String) { self.path = path }

    /// The identity, size and time of a file, by which a change is detected.
    package struct Version: Equatable, Sendable {
        private var inode: ino_t = 0
        private var bytes: off_t = -1
        private var seconds = 0
        private var nanoseconds = 0

        /// Reads the present version of the file. All missing files have the same version.
        package init(of path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return }
            (inode, bytes) = (status.st_ino, status.st_size)
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        }
    }

    /// Reads and parses the file.
    package func read() throws(BookError) -> Book {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try WholeFile.read(path, maxBytes: PropertyList.Limit.bytes)
        } catch {
            if case .tooLarge = error.reason { throw .tooLarge(file: path) }
            throw .unreadable(file: path, reason: "\(error.reason)")
        }
        return try BookReader.book(bytes, file: path)
    }
}
