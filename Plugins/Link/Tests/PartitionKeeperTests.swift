import NATS
import NATSTestSupport
import TestSupport
import Testing

@testable import Link

/// Leases and partitions on a real NATS server.
@Suite("The partitions of workers")
struct PartitionKeeperTests {
    /// Workers that have begun at the same time; their leases must be closed.
    private func start(
        _ names: [String], _ connection: NATSConnection
    ) throws -> [(lease: LeaseKeeper, keeper: PartitionKeeper)] {
        let workers = try names.map { name in
            let lease = try LeaseKeeper(name: name, connection: connection, replicas: 1, complain: { _ in })
            let keeper = try PartitionKeeper(lease: lease, connection: connection, replicas: 1, complain: { _ in })
            return (lease: lease, keeper: keeper)
        }
        for worker in workers { try worker.lease.start() }
        for worker in workers { try worker.keeper.start() }
        return workers
    }

    @Test func `partitions that are left from an ended lease go to the worker that they are wanted from`() throws {
        let server = try NATSCluster()
        let connection = try server.connect()
        let stream = try JetStream(connection)
        try stream.ensureStream(StreamSettings(name: FleetNames.inputStream, subjects: [FleetNames.inputs]))
        let owners = try KeyValueBucket(ensuring: .init(name: FleetNames.ownerBucket), in: stream)
        for partition in Partition.all { _ = try owners.put("\(partition.number)", Array("a".utf8)) }
        let workers = try start(["a", "b"], connection)
        defer { for worker in workers { worker.lease.close() } }
        var gained: [Set<Partition>] = [[], []]
        let isShared = eventually {
            for (index, keeper) in workers.map(\.keeper).enumerated() {
                for change in keeper.takeChanges() {
                    switch change {
                    case .gained(let partition, _, _): gained[index].insert(partition)
                    case .wanted(let partition):
                        gained[index].remove(partition)
                        keeper.release(partition, at: PartitionMark())
                    case .lost(let partition): gained[index].remove(partition)
                    case .lostAll, .left: gained[index] = []
                    }
                }
            }
            // The first one may have all of them until it sees the other.
            return gained[0].count + gained[1].count == Partition.count
                && gained.allSatisfy { $0.count > Partition.count / 4 }
        }
        #expect(isShared, "\(gained.map(\.count))")
    }

    /// The worker writes it before it reads that it has lost the partition and gained it again.
    @Test func `a mark of an ownership that has ended is not written`() throws {
        let server = try NATSCluster()
        let connection = try server.connect()
        let stream = try JetStream(connection)
        try stream.ensureStream(StreamSettings(name: FleetNames.inputStream, subjects: [FleetNames.inputs]))
        let owners = try KeyValueBucket(ensuring: .init(name: FleetNames.ownerBucket), in: stream)
        let marks = try KeyValueBucket(ensuring: .init(name: FleetNames.markBucket), in: stream)
        let (lost, other) = (try #require(Partition(1)), try #require(Partition(2)))
        let worker = try #require(try start(["a"], connection).first)
        defer { worker.lease.close() }
        let keeper = worker.keeper
        var gained = 0
        #expect(
            eventually {
                for case .gained in keeper.takeChanges() { gained += 1 }
                return gained == Partition.count
            })
        let taken = try owners.put("\(lost.number)", Array("b".utf8))
        #expect(eventually { (try? owners.get("\(lost.number)")).flatMap(\.self)?.revision ?? 0 > taken })
        keeper.write([lost: PartitionMark(sequence: 7), other: PartitionMark(sequence: 8)])
        #expect(eventually { (try? marks.get("\(other.number)")).flatMap(\.self) != nil })
        #expect(try marks.get("\(lost.number)") == nil)
    }
}
