import NATS
import NavigationEvents
import Platform
import Synchronization

/// Keeps the partitions of a worker, on a thread of its own: calls to the buckets wait for the cluster.
///
/// The owner of a partition is in the bucket ``FleetNames/ownerBucket``, written by compare-and-set: the revision is the epoch of
/// the ownership. The mark of a partition is written in the same way, so that an owner that was replaced cannot write one.
/// Without a trusted lease, all partitions are given up.
final class PartitionKeeper: Sendable {
    private static let pauseMilliseconds: Int32 = 500
    /// Seconds without an acknowledgement after which a mark is sent again.
    private static let repeatSeconds = 2.0
    /// The most partitions that are handed over at a time: the sessions of each wait only for few others.
    private static let maxWanted = 32

    /// An instruction to the worker.
    enum Change: Sendable {
        /// The partition is owned from now on; its inputs continue from the mark, and its sessions from their points.
        case gained(Partition, PartitionMark, [Session: SessionPoint])
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
        /// The mark under way: one at a time.
        var sent: Sent?
    }

    /// A mark that the bucket has not confirmed yet.
    private struct Sent: Sendable {
        var token: UInt64
        var mark: PartitionMark
        var at: Double
    }

    private struct State: Sendable {
        var changes: [Change] = []
        var marks: [Partition: PartitionMark] = [:]
        var acknowledgements: [(token: UInt64, result: Result<PublishAck, NATSError>)] = []
        var released: [Partition: PartitionMark] = [:]
        var lastToken: UInt64 = 0

        /// Whether the worker does not know yet that a partition was lost or gained: its marks belong to an earlier ownership.
        func hasChange(of partition: Partition) -> Bool {
            changes.contains { change in
                switch change {
                case .gained(let changed, _, _), .lost(let changed): changed == partition
                case .lostAll: true
                case .wanted, .left: false
                }
            }
        }
    }

    private let name: String
    private let connection: NATSConnection
    private let lease: LeaseKeeper
    private let owners: KeyValueBucket
    private let markBucket: KeyValueBucket
    private let stream: JetStream
    private let points: SessionPoints?
    private let instance = UInt64.random(in: 0...UInt64.max)
    private let state = Mutex(State())
    private let complain: @Sendable (String) -> Void

    /// Makes the buckets, if they do not exist yet.
    ///
    /// - Parameters:
    ///   - lease: The lease of the worker.
    ///   - replicas: The copies of the buckets in the cluster.
    ///   - points: The points of sessions; `nil` to repeat all from their opening.
    ///   - complain: Receives the reason when the cluster cannot be used; each reason once in a row.
    init(
        lease: LeaseKeeper, connection: NATSConnection, replicas: Int, points: SessionPoints? = nil,
        complain: @escaping @Sendable (String) -> Void
    ) throws {
        (name, self.lease, self.connection) = (lease.name, lease, connection)
        (self.points, self.complain) = (points, complain)
        stream = try JetStream(connection)
        var settings = KeyValueBucket.Settings(name: FleetNames.ownerBucket)
        settings.replicas = replicas
        owners = try KeyValueBucket(ensuring: settings, in: stream)
        settings.name = FleetNames.markBucket
        markBucket = try KeyValueBucket(ensuring: settings, in: stream)
    }

    /// Begins to take over partitions.
    func start() throws { try SystemThread.detach("ownership") { [self] in keep() } }

    /// The changes since the last call.
    func takeChanges() -> [Change] {
        state.withLock { state in
            defer { state.changes = [] }
            return state.changes
        }
    }

    /// Has marks of partitions written with the next renewal, but none of an ownership that has ended.
    func write(_ marks: [Partition: PartitionMark]) {
        state.withLock { state in
            for (partition, mark) in marks where !state.hasChange(of: partition) { state.marks[partition] = mark }
        }
    }

    /// Hands over a partition whose inputs have all been processed up to the mark.
    func release(_ partition: Partition, at mark: PartitionMark) {
        state.withLock { state in
            if !state.hasChange(of: partition) { state.released[partition] = mark }
        }
        lease.wakeUp.wake()
    }

    // MARK: - The Partitions

    private func keep() {
        var owned: [Partition: Owned] = [:]
        var complaint = ""
        var publisher: AckedPublisher?
        while !lease.isClosed {
            if !lease.isTrusted(now: MonotonicInstant.now.seconds) { loseAll(&owned) }
            do throws(NATSError) {
                if publisher == nil { publisher = try acknowledgedPublisher() }
                if let publisher, try work(&owned, publisher) { return }
                complaint = ""
            } catch {
                if complaint != "\(error)" { complain("failed to \(error)") }
                complaint = "\(error)"
            }
            lease.wakeUp.wait(milliseconds: Self.pauseMilliseconds)
            lease.wakeUp.clear()
        }
    }

    private func acknowledgedPublisher() throws(NATSError) -> AckedPublisher {
        try AckedPublisher(connection) { [weak self] token, result in
            self?.state.withLock { $0.acknowledgements.append((token, result)) }
        }
    }

    /// Gives up all partitions. What waits to be written belongs to ownerships that have ended.
    private func loseAll(_ owned: inout [Partition: Owned]) {
        let hadAny = !owned.isEmpty
        owned = [:]
        state.withLock { state in
            (state.marks, state.released) = ([:], [:])
            if hadAny { state.changes.append(.lostAll) }
        }
        // Only now: until the worker reads the change, it must be silent, or its marks must be refused.
        lease.giveUp()
    }

    private func note(_ changes: [Change]) {
        guard !changes.isEmpty else { return }
        state.withLock { $0.changes += changes }
    }

    /// Takes over and hands over partitions.
    ///
    /// - Returns: Whether the worker has left.
    private func work(_ owned: inout [Partition: Owned], _ marks: AckedPublisher) throws(NATSError) -> Bool {
        let isLeaving = lease.isLeaving
        guard lease.isTrusted(now: MonotonicInstant.now.seconds) else { return false }
        try takeAcknowledgements(&owned)
        try sendMarks(&owned, marks)
        try release(&owned)
        let seen = try look()
        var changes: [Change] = []
        var wanted = owned.values.count(where: \.isWanted)
        for (partition, own) in owned {
            // A replica that lags shows an older entry, or none.
            if let entry = seen.owners[partition], entry.revision > own.revision {
                owned[partition] = nil
                changes.append(.lost(partition))
                continue
            }
            if wanted < Self.maxWanted, !own.isWanted, isLeaving || seen.isWantedElsewhere(partition, owner: name) {
                wanted += 1
                owned[partition]?.isWanted = true
                changes.append(.wanted(partition))
            }
        }
        note(changes)
        if isLeaving {
            guard owned.isEmpty else { return false }
            try lease.end()
            note([.left])
            return true
        }
        for partition in seen.leftovers(of: name) where owned[partition] == nil {
            if let entry = seen.owners[partition] { try free(partition, entry.revision) }
        }
        try claim(seen, &owned)
        return false
    }

    private func look() throws(NATSError) -> Ownership {
        let (workers, alive) = try lease.livingWorkers()
        var seen = Ownership(workers: workers, alive: alive, owners: [:])
        for entry in try owners.entries() {
            guard let partition = Int(entry.key).flatMap({ Partition($0) }) else { continue }
            seen.owners[partition] = .init(
                owner: String(decoding: entry.value, as: UTF8.self), revision: entry.revision)
        }
        return seen
    }

    // MARK: - Taking Over

    /// Claims the partitions that are wanted from this worker and have no living owner.
    private func claim(_ seen: Ownership, _ owned: inout [Partition: Owned]) throws(NATSError) {
        var claimed: [Partition: UInt64] = [:]
        for partition in seen.claims(of: name) where owned[partition] == nil {
            claimed[partition] = try claim(partition, seen.owners[partition]?.revision)
        }
        guard !claimed.isEmpty else { return }
        // Only now: the former owner may have written a mark until the claim.
        let marks = try markBucket.entries().reduce(into: [:]) { $0[$1.key] = $1 }
        let first = try stream.streamState(FleetNames.inputStream).firstSequence
        for (partition, revision) in claimed {
            let entry = marks["\(partition.number)"]
            let mark = entry.flatMap { PartitionMark(String(decoding: $0.value, as: UTF8.self)) } ?? PartitionMark()
            owned[partition] = Owned(revision: revision, markRevision: entry?.revision ?? 0)
            let points = mark.usable(points(of: partition, mark), logFrom: first)
            gain(partition, mark.without(runsBefore: first, points, complain), points)
        }
    }

    /// Reports a gain. What waits to be written belongs to an earlier ownership.
    private func gain(_ partition: Partition, _ mark: PartitionMark, _ points: [Session: SessionPoint]) {
        state.withLock { state in
            (state.marks[partition], state.released[partition]) = (nil, nil)
            state.changes.append(.gained(partition, mark, points))
        }
    }

    /// The points of a partition. Without them, its sessions are repeated from their opening.
    private func points(of partition: Partition, _ mark: PartitionMark) -> [SessionPoint] {
        guard let points, !mark.sessions.isEmpty else { return [] }
        do throws(NATSError) {
            return try points.points(of: partition)
        } catch {
            complain("failed to \(error)")
            return []
        }
    }

    /// Claims a partition; `nil` if another worker was faster.
    private func claim(_ partition: Partition, _ revision: UInt64?) throws(NATSError) -> UInt64? {
        let key = "\(partition.number)"
        do throws(NATSError) {
            return if let revision {
                try owners.update(key, Array(name.utf8), revision: revision)
            } else {
                try owners.create(key, Array(name.utf8))
            }
        } catch {
            switch error {
            case .wrongLastSequence, .keyExists: return nil
            default: throw error
            }
        }
    }

    /// Leaves an entry without an owner: the next one may claim it. No effect if it has another one already.
    private func free(_ partition: Partition, _ revision: UInt64) throws(NATSError) {
        do throws(NATSError) {
            _ = try owners.update("\(partition.number)", [], revision: revision)
        } catch {
            guard case .wrongLastSequence = error else { throw error }
        }
    }

    // MARK: - Marks

    /// Sends the marks without waiting, one per partition at a time.
    private func sendMarks(_ owned: inout [Partition: Owned], _ publisher: AckedPublisher) throws(NATSError) {
        let now = MonotonicInstant.now.seconds
        var due: [Partition: PartitionMark] = [:]
        for (partition, own) in owned {
            if let sent = own.sent {
                guard now - sent.at >= Self.repeatSeconds else { continue }
                owned[partition]?.sent?.at = now
                due[partition] = sent.mark
            } else if let mark = state.withLock({ $0.marks.removeValue(forKey: partition) }) {
                due[partition] = mark
            }
        }
        guard !due.isEmpty else { return }
        // The events before the marks must have reached the server.
        try connection.flush(timeout: .seconds(2))
        for (partition, mark) in due {
            guard let own = owned[partition] else { continue }
            let sent = own.sent ?? Sent(token: nextToken(of: partition), mark: mark, at: now)
            owned[partition]?.sent = sent
            try publisher.publish(
                markBucket.subject(of: "\(partition.number)"), Array(mark.text.utf8),
                messageID: "\(instance)-\(sent.token)", expectedLastSubjectSequence: own.markRevision,
                token: sent.token)
        }
    }

    private func nextToken(of partition: Partition) -> UInt64 {
        state.withLock { state in
            state.lastToken += 1
            return state.lastToken << 8 | UInt64(partition.number)
        }
    }

    private func takeAcknowledgements(_ owned: inout [Partition: Owned]) throws(NATSError) {
        let acknowledgements = state.withLock { state in
            defer { state.acknowledgements = [] }
            return state.acknowledgements
        }
        for (token, result) in acknowledgements {
            guard let partition = Partition(Int(token & 0xFF)), owned[partition]?.sent?.token == token else { continue }
            switch result {
            case .success(let ack):
                owned[partition]?.sent = nil
                owned[partition]?.markRevision = ack.sequence
            case .failure(.wrongLastSequence): try checkOwner(of: partition, &owned)
            case .failure: break
            }
        }
    }

    /// The mark has been written by another worker: either by the next owner, or by the former one after this worker had
    /// read it.
    private func checkOwner(of partition: Partition, _ owned: inout [Partition: Owned]) throws(NATSError) {
        let key = "\(partition.number)"
        guard let own = owned[partition], let entry = try owners.get(key), entry.revision == own.revision else {
            owned[partition] = nil
            return note([.lost(partition)])
        }
        owned[partition]?.markRevision = try markBucket.get(key)?.revision ?? 0
        // The next mark follows soon.
        owned[partition]?.sent = nil
    }

    // MARK: - Handing Over

    private func release(_ owned: inout [Partition: Owned]) throws(NATSError) {
        let released = state.withLock { $0.released }
        guard !released.isEmpty else { return }
        try connection.flush(timeout: .seconds(2))
        // A mark under way must be confirmed first: its revision is needed.
        for (partition, mark) in released where owned[partition]?.sent == nil {
            if let own = owned[partition] {
                do throws(NATSError) {
                    let (key, value) = ("\(partition.number)", Array(mark.text.utf8))
                    _ =
                        own.markRevision == 0
                        ? try markBucket.create(key, value)
                        : try markBucket.update(key, value, revision: own.markRevision)
                } catch {
                    switch error {
                    case .wrongLastSequence, .keyExists: break
                    default: throw error
                    }
                }
                try free(partition, own.revision)
            }
            // Only now: after an error it is tried again.
            owned[partition] = nil
            state.withLock { $0.released[partition] = nil }
        }
    }
}

extension PartitionMark {
    /// The mark without the sessions whose first inputs are no longer in the log.
    fileprivate func without(
        runsBefore first: UInt64, _ points: [Session: SessionPoint], _ complain: (String) -> Void
    ) -> PartitionMark {
        let lost = sessions.filter { $0.value >> 16 < first && points[$0.key] == nil }
        guard !lost.isEmpty else { return self }
        complain("the first inputs of \(lost.count) sessions are older than the log; they end, open them again")
        return PartitionMark(sequence: sequence, sessions: sessions.filter { lost[$0.key] == nil })
    }
}
