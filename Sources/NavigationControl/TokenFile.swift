import Glibc
public import NavigationEvents
import Platform

/// The file of a generated token, so that its clients can continue after a restart of the server. Only the user who
/// runs navbus may read it.
public struct TokenFile: Sendable {
    private let path: String?
    private let run: UInt64?

    /// Names the file of a token for one run of the bus, in the folder of files of a session.
    ///
    /// - Parameters:
    ///   - control: The server, by its manifest id.
    ///   - folder: The folder; `nil`: no file is kept, and each token ends with the process.
    ///   - session: The session of the server.
    public init(_ control: String, in folder: ControlFolder?, _ session: Session) {
        path = folder.map { "\($0.path)/\(control)-\(session.name).token" }
        run = folder?.run ?? 0
    }

    /// Names the file of a token that is valid as long as the file exists; the file contains only the token.
    public init(path: String) {
        self.path = path
        run = nil
    }

    /// The token of the file, or a new one.
    ///
    /// - Parameter complain: Called with the reason if a new token cannot be kept, as the rest of "failed to …".
    public func token(complain: (String) -> Void) -> String {
        if let kept { return kept }
        let token = AccessToken.random()
        if let reason = keep(token) {
            complain(
                "keep the token in \(path ?? ""): \(reason); clients need a new one after a restart of the server")
        }
        return token
    }

    private var kept: String? {
        // Links are not followed, because other users may have write access to the folder.
        guard let path, case let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK),
            descriptor >= 0
        else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & Self.othersMode(run) == 0
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let words = String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isWhitespace)
        let head = run.map { ["\($0)"] } ?? []
        guard words.count == head.count + 1, words.dropLast().elementsEqual(head.map { $0[...] }),
            let token = words.last.map(String.init), AccessToken.isValid(token)
        else { return nil }
        return token
    }

    /// The permissions that others must not have: a token for one run is for its user only; a permanent one may be
    /// readable for a group.
    private static func othersMode(_ run: UInt64?) -> mode_t { run == nil ? 0o037 : 0o077 }

    /// The reason why the token could not be kept; `nil` if it was, or if there is no file.
    private func keep(_ token: String) -> String? {
        guard let path else { return nil }
        do throws(FileError) {
            try WholeFile.replace(path, with: Array("\(run.map { "\($0) " } ?? "")\(token)\n".utf8))
        } catch {
            return "\(error.reason)"
        }
        return nil
    }
}
