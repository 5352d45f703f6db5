import EventBus
import EventCodec
import Glibc
import Journal
import NavigationEvents
import Platform

/// The memory of a fake bus, out of which a control may read the events.
final class FakeMemory {
    private let opening: JournalOpening
    private let peers = RingPeers()
    private let server: RingServer
    private var journal: EventJournal { opening.own[0].journal }

    /// Opens the socket and the memory in a folder, or continues those of an earlier process of the run.
    init(folder: String, run: UInt64) throws(CaseEnding) {
        let opening = JournalOpener(
            settings: JournalSettings(folder: folder + "/journal", maxBytes: Self.bytes), sessions: [.main], run: run
        ).open()
        self.opening = opening
        do throws(SystemError) {
            server = try RingServer(path: folder + "/ring") { [peers] session, user, _ throws(RingRefusal) in
                guard session == .main else { throw .session }
                guard user == geteuid() else { throw .rights }
                return RingSession(opening.own[0].journal, peers)
            }
        } catch {
            throw .broken("\(error)")
        }
    }

    private static let bytes = 16 * 1024 * 1024

    /// The path of the socket.
    var path: String { server.path }
    /// The descriptor to poll.
    var descriptor: Int32 { server.descriptor }

    /// Whether a control reads it.
    var isRead: Bool { !peers.isEmpty }

    /// Handles connections.
    func serve() { server.serve() }

    /// Publishes an event.
    ///
    /// - Parameter isLost: Whether a reader misses it.
    func publish(_ bytes: [UInt8], topic: Topic, isLost: Bool = false) {
        // As if there were no memory for it: the readers join again, after the event.
        guard !isLost else { return journal.skip(topic) }
        bytes.withUnsafeBytes {
            journal.append($0, topic: topic, nanoseconds: MonotonicInstant.now.nanoseconds)
        }
        peers.wake()
    }

    /// Ends all connections, and leaves the files to another process.
    func close() {
        server.close()
        journal.leaveFiles()
    }
}
