import Glibc

/// The version of a file, for its address: another content has another address, so a browser may keep the file.
struct FileVersion: Hashable, Sendable {
    /// Size, time and number of the file in hexadecimal digits.
    let text: String

    /// The version of a file; `nil` without a regular file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let numbers = [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_ino)]
        text = numbers.map { String($0, radix: 16) }.joined(separator: "-")
    }
}
