import TestSupport
import Testing

@testable import EventBus

@Suite struct EventRingTests {
    @Test func theOldestGoFirst() {
        var ring = EventRing(mostEvents: 3, mostBytes: 1000)
        for byte in 1...5 { ring.append([UInt8(byte)]) }
        #expect(ring.oldest == 3)
        #expect((1...6).map { ring.event(UInt64($0)) } == [nil, nil, [3], [4], [5], nil])
    }

    @Test func bytesAreBoundedTooButTheNewestStays() {
        var ring = EventRing(mostEvents: 100, mostBytes: 10)
        for size in [4, 4, 4] { ring.append([UInt8](repeating: 0, count: size)) }
        #expect(ring.count == 2)
        ring.append([UInt8](repeating: 1, count: 50))
        #expect(ring.count == 1)
        #expect(ring.event(4)?.count == 50)
    }

    @Test(arguments: 0..<20)
    func itHoldsTheLatestOfAnySequence(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let mostEvents = Int.random(in: 1...20, using: &random)
        var ring = EventRing(mostEvents: mostEvents, mostBytes: Int.random(in: 1...200, using: &random))
        var all: [[UInt8]] = []
        for _ in 0..<200 {
            all.append(
                [UInt8](
                    repeating: UInt8.random(in: 0...255, using: &random), count: .random(in: 0...40, using: &random)))
            ring.append(all[all.count - 1])
            #expect(ring.newest == UInt64(all.count))
            #expect((1...mostEvents).contains(ring.count))
            for number in ring.oldest...ring.newest { #expect(ring.event(number) == all[Int(number) - 1]) }
        }
    }
}

extension EventRing {
    fileprivate mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }
}
