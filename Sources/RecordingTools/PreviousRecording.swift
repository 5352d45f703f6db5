package import EventBus
import Glibc
package import NavigationEvents
import Recording

/// An existing recording of the same name, which is continued or deleted.
package struct PreviousRecording {
    /// The metadata key for the topics of a recording that has not all.
    package static let topicsKey = "topics"

    /// The existing files, in order.
    package let paths: [String]
    /// The cursor after their last event; `nil` without an event of the session.
    package private(set) var cursor: StreamCursor?
    /// When the last event was published.
    private(set) var lastTime: Timestamp?
    /// The identity of the recording, which all its parts have in common.
    package private(set) var identity: String?

    /// Reads the existing files.
    ///
    /// - Parameters:
    ///   - path: The path of the recording.
    ///   - session: The recorded session.
    ///   - isDeleted: Whether the files are deleted, with their tails.
    package init(_ path: String, session: Session, isDeleted: Bool) throws {
        let found = RecordingReader.parts(of: path).filter { access($0, F_OK) == 0 }
        guard !isDeleted else {
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

    /// Locks a recording against other recorders until the process ends.
    ///
    /// - Parameter path: The first part of the recording.
    package static func lock(_ path: String) throws {
        // The descriptor stays open, and holds the lock, until the process ends.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno == EWOULDBLOCK ? "another recorder is writing it; give another name" : systemReason
            throw RecordingError.system(path: path, doing: "continue", reason: reason)
        }
    }

    private static var systemReason: String { String(cString: strerror(errno)) }

    /// The number of the next part.
    package var nextPart: Int { paths.isEmpty ? 1 : (paths.compactMap(Self.number).max() ?? 1) + 1 }

    private mutating func note(_ envelope: Envelope) {
        var sequences = cursor?.run == envelope.run ? cursor?.topicSequences ?? [:] : [:]
        let topic = envelope.event.topic
        sequences[topic] = max(sequences[topic] ?? 0, envelope.topicSequence)
        let last = cursor?.run == envelope.run ? cursor?.sequence ?? 0 : 0
        cursor = StreamCursor(run: envelope.run, sequence: max(last, envelope.sequence), topicSequences: sequences)
        lastTime = envelope.publishedAt
    }

    /// `drive-0002.mcap` → 2.
    private static func number(_ path: String) -> Int? {
        path.firstMatch(of: /-([0-9]{4,9})\.mcap$/).flatMap { Int($0.1) }
    }

    /// Deletes a part and the tails of a recorder that was killed.
    private static func delete(_ path: String) throws {
        for path in [path, path + ".tail", path + ".tail2"] {
            guard unlink(path) == 0 || errno == ENOENT else {
                throw RecordingError.system(path: path, doing: "delete", reason: systemReason)
            }
        }
    }
}
