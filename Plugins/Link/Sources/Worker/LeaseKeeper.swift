import Glibc
import NATS
import Platform
import Synchronization

/// Keeps the lease of a worker, on a thread of its own: the renewals wait for no other call.
///
/// A worker lives while its entry in the bucket ``FleetNames/aliveBucket`` is renewed; the entry ends after ``Lease/seconds``.
final class LeaseKeeper: Sendable {
    private static let renewMilliseconds: UInt32 = 500
    /// The longest wait for a renewal: a server that has just died does not answer, and the next try reaches another.
    private static let renewalTimeout = Duration.seconds(1)
    /// The value of the entry of a worker that hands over its partitions.
    private static let leaving = "leaving"

    private struct State: Sendable {
        var lease = Lease()
        var isLeaving = false
        /// Whether every partition is handed over, so that the lease is no longer needed.
        var hasLeft = false
        var isClosed = false
    }

    /// The name of the worker.
    let name: String
    /// Wakes the keeper of the partitions.
    let wakeUp: WakeUp
    private let alive: KeyValueBucket
    private let renewals: KeyValueBucket
    private let state = Mutex(State())
    private let complain: @Sendable (String) -> Void

    /// Makes the bucket, if it does not exist yet.
    ///
    /// - Parameters:
    ///   - name: The name of the worker, unique in the fleet.
    ///   - replicas: The copies of the bucket in the cluster.
    ///   - complain: Receives the reason when the cluster cannot be used; each reason once in a row.
    init(
        name: String, connection: NATSConnection, replicas: Int, complain: @escaping @Sendable (String) -> Void
    ) throws {
        (self.name, self.complain) = (name, complain)
        var settings = KeyValueBucket.Settings(name: FleetNames.aliveBucket)
        (settings.replicas, settings.timeToLive) = (replicas, .seconds(Lease.seconds))
        alive = try KeyValueBucket(ensuring: settings, in: JetStream(connection))
        renewals = alive.waiting(atMost: Self.renewalTimeout)
        wakeUp = try WakeUp()
    }

    /// Begins to keep the lease.
    func start() throws { try SystemThread.detach("lease") { [self] in keep() } }

    /// Whether the lease is certain at this time, seconds of the monotonic clock. Without it the worker must be silent.
    func isTrusted(now: Double) -> Bool { state.withLock { $0.lease.isTrusted(now: now) } }

    /// When the lease was renewed last, seconds of the monotonic clock; minus infinity before the first time.
    var renewedAt: Double { state.withLock { $0.lease.renewedAt } }

    /// Notes that all partitions have been given up; see ``Lease``.
    func giveUp() { state.withLock { $0.lease.giveUp() } }

    /// Begins to hand over all partitions.
    func leave() {
        state.withLock { $0.isLeaving = true }
        wakeUp.wake()
    }

    /// Whether all partitions must be handed over.
    var isLeaving: Bool { state.withLock { $0.isLeaving } }

    /// Ends the lease, after all partitions have been handed over.
    func end() throws(NATSError) {
        state.withLock { $0.hasLeft = true }
        try alive.delete(name)
    }

    /// Whether the work must end.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Ends at once; the lease ends by itself.
    func close() {
        state.withLock { $0.isClosed = true }
        wakeUp.wake()
    }

    /// The living workers that take partitions, and all living ones.
    func livingWorkers() throws(NATSError) -> (takers: [String], all: Set<String>) {
        let entries = try alive.entries()
        return (entries.filter(\.value.isEmpty).map(\.key), Set(entries.map(\.key)))
    }

    private func keep() {
        var complaint = ""
        while !isClosed {
            let (isLeaving, hasLeft) = state.withLock { ($0.isLeaving, $0.hasLeft) }
            if hasLeft { return }
            let began = MonotonicInstant.now.seconds
            do throws(NATSError) {
                try renewals.put(name, Array((isLeaving ? Self.leaving : "").utf8))
                let mustGiveUp = state.withLock { state in
                    state.lease.renew(sentAt: began, now: MonotonicInstant.now.seconds)
                    return state.lease.mustGiveUp
                }
                if mustGiveUp { wakeUp.wake() }
                complaint = ""
            } catch {
                if complaint != "\(error)" { complain("failed to \(error)") }
                complaint = "\(error)"
            }
            usleep(Self.renewMilliseconds * 1000)
        }
    }
}
