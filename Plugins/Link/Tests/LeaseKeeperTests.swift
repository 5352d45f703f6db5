import NATS
import NATSTestSupport
import TestSupport
import Testing

@testable import Link

/// Leases on a real NATS server.
@Suite("The leases of workers")
struct LeaseKeeperTests {
    @Test func `partitions that are left from an ended lease go to the worker that they are wanted from`() throws {
        let server = try NATSCluster()
        let connection = try server.connect()
        let stream = try JetStream(connection)
        try stream.ensureStream(StreamSettings(name: FleetNames.inputStream, subjects: [FleetNames.inputs]))
        let owners = try KeyValueBucket(ensuring: .init(name: FleetNames.ownerBucket), in: stream)
        for partition in Partition.all { _ = try owners.put("\(partition.number)", Array("a".utf8)) }
        let keepers = try ["a", "b"].map {
            try LeaseKeeper(name: $0, connection: connection, replicas: 1, complain: { _ in })
        }
        defer { for keeper in keepers { keeper.close() } }
        var gained: [Set<Partition>] = [[], []]
        for keeper in keepers { try keeper.start() }
        let isShared = eventually {
            for (index, keeper) in keepers.enumerated() {
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
            return gained[0].count + gained[1].count == Partition.count
        }
        #expect(isShared, "\(gained.map(\.count))")
        #expect(gained.allSatisfy { $0.count > Partition.count / 4 }, "\(gained.map(\.count))")
    }
}
