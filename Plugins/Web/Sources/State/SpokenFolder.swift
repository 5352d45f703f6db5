import Dashboard
import Glibc

/// The folder in which speech keeps what it says, one file for each utterance.
struct SpokenFolder: Sendable {
    /// The control whose utterances lie there.
    static let control = "speech"
    /// No sentence takes as much.
    private static let mostBytes: UInt64 = 32 << 20

    /// What was not there may come: it is looked for again after so many seconds.
    private static let secondLookSeconds = 1.0
    /// An utterance that sounds, those it interrupted, and the last one.
    private static let mostLooks = 16

    private struct Look {
        let utterance: Utterance
        let isThere: Bool
        let at: Moment
    }

    private let path: String
    /// The latest looks into the folder: a state is written ten times a second, and names the same few utterances.
    private var looks: [Look] = []

    /// - Parameter path: Empty for none.
    init?(_ path: String) {
        guard !path.isEmpty else { return nil }
        self.path = path
    }

    /// Whether the sound of an utterance is there; one that was there is not looked for again.
    mutating func holds(_ utterance: Utterance, at moment: Moment) -> Bool {
        if let look = looks.last(where: { $0.utterance == utterance }),
            look.isThere || moment.seconds(since: look.at) < Self.secondLookSeconds
        {
            return look.isThere
        }
        let look = Look(utterance: utterance, isThere: access(file(utterance), R_OK) == 0, at: moment)
        looks.removeAll { $0.utterance == utterance }
        looks.append(look)
        if looks.count > Self.mostLooks { looks.removeFirst() }
        return look.isThere
    }

    /// Opens the sound of an utterance; whoever gets it closes it. `nil` if it is not there.
    func open(_ utterance: Utterance) -> (descriptor: Int32, size: UInt64)? {
        // A link could lead anywhere, and a pipe without a writer would block.
        let descriptor = Glibc.open(file(utterance), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            UInt64(status.st_size) <= Self.mostBytes
        else {
            Self.close(descriptor)
            return nil
        }
        return (descriptor, UInt64(status.st_size))
    }

    /// Closes a sound.
    static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

    private func file(_ utterance: Utterance) -> String { "\(path)/\(utterance.text).wav" }
}
