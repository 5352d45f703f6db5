import Glibc

/// A folder with `next.png` and `next.svg`. Whoever reads them sees the old picture or the new one, never a part.
struct SignFolder: SignDisplay {
    let path: String

    func open() throws(SignsError) {
        try makeFolder()
        guard access(path, W_OK | X_OK) == 0 else {
            throw .folder(path: path, reason: String(cString: strerror(errno)))
        }
    }

    func show(_ files: SignFiles) throws(SignsError) {
        try replace("next.png", files.png)
        try replace("next.svg", files.svg)
    }

    private func makeFolder() throws(SignsError) {
        var built = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            built += "/" + part
            guard mkdir(built, 0o777) != 0, errno != EEXIST else { continue }
            throw .folder(path: path, reason: String(cString: strerror(errno)))
        }
        var status = stat()
        guard stat(built, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .folder(path: path, reason: "it is not a folder")
        }
    }

    /// Writes beside the file and renames: the rename is atomic for readers. Not synchronised to the disk, since
    /// after a power cut no old sign is wanted.
    func replace(_ name: String, _ bytes: [UInt8]) throws(SignsError) {
        let (target, scratch) = ("\(path)/\(name)", "\(path)/.\(name).\(getpid())")
        let descriptor = Glibc.open(scratch, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .writing(path: target, reason: String(cString: strerror(errno))) }
        var written = 0
        var failure: Int32 = 0
        while written < bytes.count, failure == 0 {
            let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { written += count } else if errno != EINTR { failure = errno }
        }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        if failure == 0, rename(scratch, target) != 0 { failure = errno }
        guard failure == 0 else {
            unlink(scratch)
            throw .writing(path: target, reason: String(cString: strerror(failure)))
        }
    }
}
