import Platform

/// Decides which partitions a worker takes over and hands over, from what all workers see in the buckets.
///
/// The wanted owner of a partition is the living worker with the highest hash of worker and partition (rendezvous
/// hashing): all workers agree without talking, and a worker that comes or goes moves only its own share.
struct Ownership: Sendable, Hashable {
    /// The entry of an owner in its bucket.
    struct Entry: Sendable, Hashable {
        var owner: String
        /// The revision of the entry: the epoch of the ownership.
        var revision: UInt64
    }

    /// The living workers that take partitions.
    var workers: [String]
    /// The living workers, also those that hand over all of theirs.
    var alive: Set<String>
    /// The owners, by partition; an absent one has never had any.
    var owners: [Partition: Entry]

    /// The worker that should own a partition; `nil` if none takes any.
    func wantedOwner(of partition: Partition) -> String? {
        workers.max { Self.rank($0, partition) < Self.rank($1, partition) }
    }

    /// The partitions that a worker may claim now: wanted from it, and without a living owner.
    func claims(of worker: String) -> [Partition] {
        Partition.all.filter { partition in
            guard wantedOwner(of: partition) == worker else { return false }
            guard let owner = owners[partition]?.owner else { return true }
            // Its own entry is left from before, if it does not own the partition any more.
            return owner == worker || !alive.contains(owner)
        }
    }

    /// The partitions that must be freed by a worker that owns none of them: their entries are left from a lease that has
    /// ended, and no other worker may claim them while it lives.
    func leftovers(of worker: String) -> [Partition] {
        Partition.all.filter { owners[$0]?.owner == worker && isWantedElsewhere($0, owner: worker) }
    }

    /// Whether another living worker should own a partition.
    func isWantedElsewhere(_ partition: Partition, owner worker: String) -> Bool {
        wantedOwner(of: partition).map { $0 != worker } ?? false
    }

    private static func rank(_ worker: String, _ partition: Partition) -> UInt64 {
        // The low bits of FNV are poor: the generator mixes them.
        var mixer = SplitMix64(seed: FNVHash.of(Array(worker.utf8) + [0, UInt8(truncatingIfNeeded: partition.number)]))
        return mixer.next()
    }
}
