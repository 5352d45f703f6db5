package import Journal
import Platform

/// The clients that read the events of one session from the mapped journal.
///
/// Nothing here waits for a client: one that does not read its packets loses its connection, and continues with the events
/// socket.
package final class RingPeers: SharedMemoryObserver {
    private var peers: [RingPeer] = []

    /// Makes the readers of a session, of which there are none yet.
    package init() {}

    /// Whether there are none.
    package var isEmpty: Bool { peers.isEmpty }

    /// Adds a client.
    func add(_ peer: RingPeer) { peers.append(peer) }

    /// Removes a client that has gone.
    func remove(_ peer: RingPeer) { peers.removeAll { $0 === peer } }

    /// Wakes the clients that sleep, after an event.
    package func wake() {
        if !peers.isEmpty { wakeSleepers() }
    }

    private func wakeSleepers() {
        RingSleep.published()
        end { !$0.wake() }
    }

    package func began(_ segment: SharedSegment) { end { !$0.offer(segment) } }

    package func freed(_ buffer: UInt64) { end { !$0.free(buffer) } }

    package func interrupted() { endAll() }

    /// Ends all connections.
    package func endAll() { end { _ in true } }

    /// Ends some connections. The server closes them as soon as it notices.
    private func end(_ isEnded: (RingPeer) -> Bool) {
        for index in peers.indices.reversed() where isEnded(peers[index]) { peers.remove(at: index).socket.end() }
    }
}
