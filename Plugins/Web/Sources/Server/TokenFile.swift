import Glibc
import NavigationControl
import NavigationEvents

/// Where a token that was made is kept for as long as navbus runs, so that a display that knows it may look on when this
/// control is started anew in the middle of a drive. Only the user who runs navbus may read it.
struct TokenFile: Sendable {
    private let path: String?
    private let run: UInt64

    /// Names the file, beside what the kit keeps for a session.
    ///
    /// - Parameter folder: `nil` where nothing can be kept: each token then ends with the process.
    init(_ folder: ControlFolder?, _ session: Session) {
        path = folder.map { "\($0.path)/web-\(session.name).token" }
        run = folder?.run ?? 0
    }

    /// The token of this run, made when it is first asked for.
    ///
    /// - Parameter complain: Is told why it cannot be kept, as the rest of "failed to …".
    func token(complain: (String) -> Void) -> String {
        if let kept { return kept }
        let token = Token.made()
        if let reason = keep(token) {
            complain(
                "keep the token of the page in \(path ?? ""): \(reason); browsers need a new one when web is started anew"
            )
        }
        return token
    }

    private var kept: String? {
        // No link is followed: the folder may be one into which others write.
        guard let path, case let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK),
            descriptor >= 0
        else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let words = String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count == 2, words[0] == "\(run)", Token.isFit(String(words[1])) else { return nil }
        return String(words[1])
    }

    /// Why it could not be kept; `nil` if it is, or if there is no place for it.
    private func keep(_ token: String) -> String? {
        guard let path else { return nil }
        let beside = "\(path).new"
        unlink(beside)
        let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return String(cString: strerror(errno)) }
        defer { close(descriptor) }
        let bytes = Array("\(run) \(token)\n".utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count, rename(beside, path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(beside)
            return reason
        }
        return nil
    }
}
