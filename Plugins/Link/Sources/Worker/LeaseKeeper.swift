import NATS
import NavigationEvents
import Platform
import Synchronization

/// Keeps the lease of a worker and its partitions, on a thread of its own: calls to the buckets wait for the cluster.
///
/// A worker lives while its entry in the bucket ``FleetNames/aliveBucket`` is renewed; the entry ends after
/// ``leaseSeconds``. The owner of a partition is in the bucket ``FleetNames/ownerBucket``, written by compare-and-set: the
/// revision is the epoch of the ownership. The mark of a partition is written in the same way, so that an owner that was
/// replaced cannot write one.
final class LeaseKeeper: Sendable {
    /// Seconds after which the lease of a dead worker ends.
    static let leaseSeconds = 5.0
    /// Seconds after the last renewal from which a worker itself regards its lease as lost: before the others do.
    static let trustSeconds = 4.0
    private static let renewMilliseconds: Int32 = 1000
    /// The value of the alive entry of a worker that hands over its partitions.
    private static let leaving = "leaving"

    /// What the worker must do.
    enum Change: Sendable {
        /// The partition is owned from now on; its inputs continue from the mark.
        case gained(Partition, PartitionMark)
        /// Another worker waits for the partition: it must be handed over.
        case wanted(Partition)
        /// The partition is lost at once, or all of them.
        case lost(Partition)
        case lostAll
        /// Every partition is handed over.
        case left
    }

    private struct Owned: Sendable {
        var revision: UInt64
        var markRevision: UInt64
        var isWanted = false
    }

    private struct State: Sendable {
        var changes: [Change] = []
        var marks: [Partition: PartitionMark] = [:]
        var released: [Partition: PartitionMark] = [:]
        var isLeaving = false
        var isClosed = false
        /// When the lease was renewed last, seconds of the monotonic clock.
        var renewedAt = -Double.infinity
    }

    private let name: String
    private let connection: NATSConnection
    private let alive: KeyValueBucket
    private let owners: KeyValueBucket
    private let markBucket: KeyValueBucket
    private let state = Mutex(State())
    private let wakeUp: WakeUp
    private let onChange: @Sendable () -> Void
    private let complain: @Sendable (String) -> Void

    /// Makes the buckets, if they do not exist yet.
    ///
    /// - Parameters:
    ///   - name: The name of the worker, unique in the fleet.
    ///   - replicas: The copies of the buckets in the cluster.
    ///   - onChange: Called on another thread when there are changes to take.
    ///   - complain: Receives the reason when the cluster cannot be used; each reason once in a row.
    init(
        name: String, connection: NATSConnection, replicas: Int, onChange: @escaping @Sendable () -> Void,
        complain: @escaping @Sendable (String) -> Void
    ) throws {
        (self.name, self.connection, self.onChange, self.complain) = (name, connection, onChange, complain)
        let stream = try JetStream(connection)
        func bucket(_ name: String, _ timeToLive: Duration? = nil) throws(NATSError) -> KeyValueBucket {
            var settings = KeyValueBucket.Settings(name: name)
            (settings.replicas, settings.timeToLive) = (replicas, timeToLive)
            return try KeyValueBucket(ensuring: settings, in: stream)
        }
        alive = try bucket(FleetNames.aliveBucket, .seconds(Self.leaseSeconds))
        owners = try bucket(FleetNames.ownerBucket)
        markBucket = try bucket(FleetNames.markBucket)
        wakeUp = try WakeUp()
    }

    /// Begins to keep the lease.
    func start() throws { try SystemThread.detach("lease") { [self] in keep() } }

    /// The changes since the last call.
    func takeChanges() -> [Change] {
        state.withLock { state in
            defer { state.changes = [] }
            return state.changes
        }
    }

    /// Whether the lease is certain at this time, seconds of the monotonic clock. Without it the worker must be silent.
    func isTrusted(now: Double) -> Bool { state.withLock { now - $0.renewedAt < Self.trustSeconds } }

    /// Has marks of partitions written with the next renewal.
    func write(_ marks: [Partition: PartitionMark]) {
        state.withLock { $0.marks.merge(marks) { $1 } }
    }

    /// Hands over a partition whose inputs have all been processed up to the mark.
    func release(_ partition: Partition, at mark: PartitionMark) {
        state.withLock { $0.released[partition] = mark }
        wakeUp.wake()
    }

    /// Begins to hand over all partitions.
    func leave() {
        state.withLock { $0.isLeaving = true }
        wakeUp.wake()
    }

    /// Whether the work must end.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Ends at once; the lease ends by itself.
    func close() {
        state.withLock { $0.isClosed = true }
        wakeUp.wake()
    }

    // MARK: - Its Own Thread

    private func keep() {
        var owned: [Partition: Owned] = [:]
        var complaint = ""
        while !isClosed {
            do throws(NATSError) {
                if try renew(&owned) { return }
                complaint = ""
            } catch {
                if complaint != "\(error)" { complain("failed to \(error)") }
                complaint = "\(error)"
                if !owned.isEmpty, !isTrusted(now: MonotonicInstant.now.seconds) {
                    owned = [:]
                    note([.lostAll])
                }
            }
            wakeUp.wait(milliseconds: Self.renewMilliseconds)
            wakeUp.clear()
        }
    }

    private func note(_ changes: [Change]) {
        guard !changes.isEmpty else { return }
        state.withLock { $0.changes += changes }
        onChange()
    }

    /// Renews the lease, and takes over and hands over partitions.
    ///
    /// - Returns: Whether the worker has left.
    private func renew(_ owned: inout [Partition: Owned]) throws(NATSError) -> Bool {
        let isLeaving = state.withLock { $0.isLeaving }
        let began = MonotonicInstant.now.seconds
        _ = try alive.put(name, Array((isLeaving ? Self.leaving : "").utf8))
        let isRenewed = state.withLock { state in
            let wasTrusted = began - state.renewedAt < Self.trustSeconds
            state.renewedAt = began
            return wasTrusted
        }
        // After a pause of this process its partitions may have other owners.
        if !isRenewed, !owned.isEmpty {
            owned = [:]
            note([.lostAll])
        }
        try writeMarks(&owned)
        try release(&owned)
        let seen = try look()
        var changes: [Change] = []
        for (partition, own) in owned {
            guard seen.owners[partition] == .init(owner: name, revision: own.revision) else {
                owned[partition] = nil
                changes.append(.lost(partition))
                continue
            }
            if isLeaving || seen.isWantedElsewhere(partition, owner: name), !own.isWanted {
                owned[partition]?.isWanted = true
                changes.append(.wanted(partition))
            }
        }
        note(changes)
        if isLeaving {
            guard owned.isEmpty else { return false }
            try alive.delete(name)
            note([.left])
            return true
        }
        for partition in seen.claims(of: name) where owned[partition] == nil {
            if let (own, mark) = try claim(partition, seen.owners[partition]?.revision) {
                owned[partition] = own
                note([.gained(partition, mark)])
            }
        }
        return false
    }

    private func look() throws(NATSError) -> Ownership {
        var seen = Ownership(workers: [], alive: [], owners: [:])
        for entry in try alive.entries() {
            seen.alive.insert(entry.key)
            if entry.value.isEmpty { seen.workers.append(entry.key) }
        }
        for entry in try owners.entries() {
            guard let partition = Int(entry.key).flatMap({ Partition($0) }) else { continue }
            seen.owners[partition] = .init(
                owner: String(decoding: entry.value, as: UTF8.self), revision: entry.revision)
        }
        return seen
    }

    /// Claims a partition; `nil` if another worker was faster.
    private func claim(
        _ partition: Partition, _ revision: UInt64?
    ) throws(NATSError) -> (Owned, PartitionMark)? {
        let key = "\(partition.number)"
        do throws(NATSError) {
            let epoch =
                if let revision {
                    try owners.update(key, Array(name.utf8), revision: revision)
                } else {
                    try owners.create(key, Array(name.utf8))
                }
            let kept = try markBucket.get(key)
            let mark = kept.flatMap { PartitionMark(String(decoding: $0.value, as: UTF8.self)) } ?? PartitionMark()
            return (Owned(revision: epoch, markRevision: kept?.revision ?? 0), mark)
        } catch {
            switch error {
            case .wrongLastSequence, .keyExists: return nil
            default: throw error
            }
        }
    }

    private func writeMarks(_ owned: inout [Partition: Owned]) throws(NATSError) {
        let marks = state.withLock { state in
            defer { state.marks = [:] }
            return state.marks
        }
        guard !marks.isEmpty else { return }
        // What was published before the marks must have reached the server.
        try connection.flush(timeout: .seconds(2))
        for (partition, mark) in marks { try write(mark, of: partition, &owned) }
    }

    private func write(
        _ mark: PartitionMark, of partition: Partition, _ owned: inout [Partition: Owned]
    ) throws(NATSError) {
        guard let own = owned[partition] else { return }
        let (key, value) = ("\(partition.number)", Array(mark.text.utf8))
        do throws(NATSError) {
            owned[partition]?.markRevision =
                if own.markRevision == 0 {
                    try markBucket.create(key, value)
                } else {
                    try markBucket.update(key, value, revision: own.markRevision)
                }
        } catch {
            switch error {
            case .wrongLastSequence, .keyExists:
                owned[partition] = nil
                note([.lost(partition)])
            default: throw error
            }
        }
    }

    private func release(_ owned: inout [Partition: Owned]) throws(NATSError) {
        let released = state.withLock { $0.released }
        guard !released.isEmpty else { return }
        try connection.flush(timeout: .seconds(2))
        for (partition, mark) in released {
            try write(mark, of: partition, &owned)
            if let own = owned[partition] {
                do throws(NATSError) {
                    // An entry without an owner: free for the next.
                    _ = try owners.update("\(partition.number)", [], revision: own.revision)
                } catch {
                    guard case .wrongLastSequence = error else { throw error }
                }
            }
            // Only now: after an error it is tried again.
            owned[partition] = nil
            _ = state.withLock { $0.released.removeValue(forKey: partition) }
        }
    }
}
