import Glibc

/// The folder in which speech keeps what it says, one file for each utterance.
struct SpokenFolder: Sendable {
    /// The control whose utterances lie there.
    static let control = "speech"
    /// No sentence takes as much.
    private static let mostBytes: UInt64 = 32 << 20

    private let path: String

    /// - Parameter path: Empty for none.
    init?(_ path: String) {
        guard !path.isEmpty else { return nil }
        self.path = path
    }

    /// Whether the sound of an utterance is there.
    func holds(_ number: UInt64) -> Bool { access(file(number), R_OK) == 0 }

    /// Opens the sound of an utterance; whoever gets it closes it. `nil` if it is not there.
    func open(_ number: UInt64) -> (descriptor: Int32, size: UInt64)? {
        // A link could lead anywhere, and a pipe without a writer would block.
        let descriptor = Glibc.open(file(number), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
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

    private func file(_ number: UInt64) -> String { "\(path)/\(number).wav" }
}
