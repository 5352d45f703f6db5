import EventBus
import Glibc
import NavigationEvents
import Recording

/// What an earlier recorder left under the same name: where to go on.
struct RecordingPast {
    /// Where a recording says which topics it holds, if not all.
    static let topicsKey = "topics"

    /// The files that are there, in order.
    let paths: [String]
    /// How far they go; `nil` if they hold no event of the session.
    private(set) var place: StreamPlace?
    /// When the last event was published.
    private(set) var lastTime: Timestamp?
    /// What all parts of the recording say alike, so that they are known to belong together.
    private(set) var identity: String?

    /// Looks what is there.
    ///
    /// - Parameter isForgotten: Whether it is deleted, with its tails.
    init(_ path: String, session: Session, isForgotten: Bool) throws {
        let found = RecordingReader.parts(of: path).filter { access($0, F_OK) == 0 }
        guard !isForgotten else {
            if let first = found.first { try Self.lock(first) }
            for path in found { try Self.delete(path) }
            paths = []
            return
        }
        paths = found
        guard !found.isEmpty else { return }
        let source = RecordingSource(found)
        identity = try source.metadata().lazy.compactMap { $0["recording"] }.first
        try source.forEach { envelope in
            if envelope.session == session { note(envelope) }
        }
    }

    /// Keeps other recorders away from a recording for as long as the process lives.
    ///
    /// - Parameter path: Its first part.
    static func lock(_ path: String) throws {
        // Closed, and thereby unlocked, at the end of the process.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno == EWOULDBLOCK ? "another recorder is at it; give another name" : systemReason
            throw RecordingError.system(path: path, doing: "go on with", reason: reason)
        }
    }

    private static var systemReason: String { String(cString: strerror(errno)) }

    /// Number of the next part.
    var nextPart: Int { paths.isEmpty ? 1 : (paths.compactMap(Self.number).max() ?? 1) + 1 }

    private mutating func note(_ envelope: Envelope) {
        var sequences = place?.run == envelope.run ? place?.topicSequences ?? [:] : [:]
        let topic = envelope.event.topic
        sequences[topic] = max(sequences[topic] ?? 0, envelope.topicSequence)
        let last = place?.run == envelope.run ? place?.sequence ?? 0 : 0
        place = StreamPlace(run: envelope.run, sequence: max(last, envelope.sequence), topicSequences: sequences)
        lastTime = envelope.publishedAt
    }

    /// `drive-0002.mcap` → 2.
    private static func number(_ path: String) -> Int? {
        path.firstMatch(of: /-([0-9]{4,9})\.mcap$/).flatMap { Int($0.1) }
    }

    /// Deletes a part with what a recorder that was killed has left beside it.
    private static func delete(_ path: String) throws {
        for path in [path, path + ".tail", path + ".tail2"] {
            guard unlink(path) == 0 || errno == ENOENT else {
                throw RecordingError.system(path: path, doing: "delete", reason: systemReason)
            }
        }
    }
}
