import Testing

@testable import Link

@Suite("The owners of partitions")
struct OwnershipTests {
    private func ownership(_ workers: [String], leaving: [String] = [], owners: [Partition: String] = [:]) -> Ownership
    {
        Ownership(
            workers: workers, alive: Set(workers + leaving),
            owners: owners.mapValues { Ownership.Entry(owner: $0, revision: 1) })
    }

    @Test(arguments: 1...12) func `the partitions are shared about evenly`(count: Int) {
        let workers = (0..<count).map { "worker-\($0)" }
        let seen = ownership(workers)
        let shares = workers.map { seen.claims(of: $0).count }
        #expect(shares.reduce(0, +) == Partition.count)
        let mean = Double(Partition.count) / Double(count)
        #expect(shares.allSatisfy { Double($0) > mean * 0.5 && Double($0) < mean * 1.6 })
    }

    @Test func `a worker that comes takes only its own share, and gives it back when it goes`() {
        let before = ownership(["a", "b", "c"])
        let after = ownership(["a", "b", "c", "d"])
        let moved = Partition.all.filter { before.wantedOwner(of: $0) != after.wantedOwner(of: $0) }
        #expect(moved.allSatisfy { after.wantedOwner(of: $0) == "d" })
        #expect((32...96).contains(moved.count))
    }

    @Test func `a partition of a living owner is wanted from it, not taken`() {
        let all = Dictionary(uniqueKeysWithValues: Partition.all.map { ($0, "a") })
        let seen = ownership(["a", "b"], owners: all)
        #expect(seen.claims(of: "b").isEmpty)
        let wanted = Partition.all.filter { seen.isWantedElsewhere($0, owner: "a") }
        #expect((96...160).contains(wanted.count))
        #expect(wanted.allSatisfy { seen.wantedOwner(of: $0) == "b" })
    }

    @Test func `the partitions of a dead owner are free, those of a leaving one after it has handed them over`() {
        let all = Dictionary(uniqueKeysWithValues: Partition.all.map { ($0, "a") })
        #expect(ownership(["b"], owners: all).claims(of: "b").count == Partition.count)
        #expect(ownership(["b"], leaving: ["a"], owners: all).claims(of: "b").isEmpty)
        let handed = all.mapValues { _ in "" }
        #expect(ownership(["b"], leaving: ["a"], owners: handed).claims(of: "b").count == Partition.count)
    }

    @Test func `a worker that has forgotten a partition of its own claims it again`() {
        let seen = ownership(["a"], owners: [Partition.all[7]: "a"])
        #expect(seen.claims(of: "a").contains(Partition.all[7]))
    }

    @Test func `the entries that are left of a living worker are freed if the partitions are wanted from another one`()
    {
        let all = Dictionary(uniqueKeysWithValues: Partition.all.map { ($0, "a") })
        let seen = ownership(["a", "b"], owners: all)
        let leftovers = Set(seen.leftovers(of: "a"))
        #expect(leftovers.isDisjoint(with: seen.claims(of: "a")))
        #expect(leftovers.union(seen.claims(of: "a")) == Set(Partition.all))
        #expect(seen.leftovers(of: "b").isEmpty)
        let freed = ownership(["a", "b"], owners: all.filter { !leftovers.contains($0.key) })
        #expect(Set(freed.claims(of: "b")) == leftovers)
    }
}
