import Dashboard
import Glibc

/// The folder in which speech keeps the sounds of its utterances, one file for each.
struct SoundFolder: Sendable {
    /// The control that writes the folder.
    static let control = "speech"
    /// The maximum size of a sound.
    private static let maxBytes: UInt64 = 32 << 20

    /// The seconds after which a missing file is checked again.
    private static let recheckSeconds = 1.0
    /// The maximum number of cached checks: the current utterance, the interrupted ones and the last one.
    private static let maxChecks = 16

    private struct Check {
        let utterance: UtteranceID
        let isThere: Bool
        let at: Moment
    }

    private let path: String
    /// The cached checks: a state is written ten times a second and contains the same few utterances.
    private var checks: [Check] = []

    /// - Parameter path: The path of the folder; empty for none.
    init?(_ path: String) {
        guard !path.isEmpty else { return nil }
        self.path = path
    }

    /// Whether the sound of an utterance exists; a found one is not checked again.
    mutating func holds(_ utterance: UtteranceID, at moment: Moment) -> Bool {
        if let check = checks.last(where: { $0.utterance == utterance }),
            check.isThere || moment.seconds(since: check.at) < Self.recheckSeconds
        {
            return check.isThere
        }
        let check = Check(utterance: utterance, isThere: access(file(utterance), R_OK) == 0, at: moment)
        checks.removeAll { $0.utterance == utterance }
        checks.append(check)
        if checks.count > Self.maxChecks { checks.removeFirst() }
        return check.isThere
    }

    /// Opens the sound of an utterance; `nil` if it does not exist. The caller must close it.
    func open(_ utterance: UtteranceID) -> (descriptor: Int32, size: UInt64)? {
        // A link could point anywhere, and a pipe without a writer would block.
        let descriptor = Glibc.open(file(utterance), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            UInt64(status.st_size) <= Self.maxBytes
        else {
            Self.close(descriptor)
            return nil
        }
        return (descriptor, UInt64(status.st_size))
    }

    /// Closes a sound.
    static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

    private func file(_ utterance: UtteranceID) -> String { "\(path)/\(utterance.text).wav" }
}
