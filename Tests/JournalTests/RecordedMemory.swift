import Testing

@testable import Journal

/// The memory of a segment whose changes are recorded, one word at a time.
final class RecordedMemory: SegmentMemory {
    struct Change: Hashable {
        var offset: Int
        var word: UInt64
        /// Earlier changes are seen before this one.
        var isPublished: Bool
        /// Number of calls of ``orderChanges()`` before.
        var order: Int
    }

    private(set) var changes: [Change] = []
    private var order = 0
    private var words: [UInt64]

    init(capacity: Int) { words = [UInt64](repeating: 0, count: capacity / 8) }

    var capacity: Int { words.count * 8 }

    private func change(_ offset: Int, _ word: UInt64, isPublished: Bool) {
        words[offset / 8] = word
        changes.append(Change(offset: offset, word: word, isPublished: isPublished, order: order))
    }

    func put(_ word: UInt64, at offset: Int) { change(offset, word, isPublished: false) }

    func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        for start in stride(from: 0, to: bytes.count, by: 8) {
            var word = words[(offset + start) / 8]
            withUnsafeMutableBytes(of: &word) {
                $0.copyBytes(from: bytes[start..<min(start + 8, bytes.count)])
            }
            put(word, at: offset + start)
        }
    }

    func publish(_ word: UInt64, at offset: Int) { change(offset, word, isPublished: true) }

    func orderChanges() { order += 1 }

    func load(_ offset: Int) -> UInt64 { words[offset / 8] }

    func acquire(_ offset: Int) -> UInt64 { load(offset) }

    func checksum(_ start: Int, _ size: Int, _ commit: UInt64) -> UInt64 {
        words.withUnsafeBytes {
            journalChecksum(
                UnsafeRawBufferPointer(rebasing: $0[start + JournalLayout.Record.sequence..<start + size]),
                seed: commit)
        }
    }

    func copy(_ range: Range<Int>, to target: UnsafeMutableRawPointer) {
        UnsafeMutableRawBufferPointer(start: target, count: range.count).copyBytes(
            from: words.withUnsafeBytes { Array($0[range]) })
    }

    func orderReads() {}

    /// The changes in an order in which a machine may make them visible: before a published one come all earlier ones, and
    /// no change passes an ordering.
    func visible(using random: inout some RandomNumberGenerator, from first: Int) -> [Change] {
        var waiting = Array(changes[first...])
        var visible: [Change] = []
        while !waiting.isEmpty {
            let free = waiting.indices.filter { index in
                waiting[..<index].allSatisfy { earlier in
                    !waiting[index].isPublished && earlier.order == waiting[index].order
                        && earlier.offset != waiting[index].offset
                }
            }
            // Mostly in order, since a machine rarely goes far from it.
            let index = Bool.random(using: &random) ? free[0] : free.randomElement(using: &random) ?? 0
            visible.append(waiting.remove(at: index))
        }
        return visible
    }
}

/// The memory of a segment as a reader sees it, while its writer continues between any two reads.
final class WatchedMemory: SegmentMemory {
    private let changes: [RecordedMemory.Change]
    private var words: [UInt64]
    private(set) var applied = 0
    /// How far the writer is at each read; at further reads it stays.
    private var steps: ArraySlice<Int>
    private(set) var reads = 0

    init(_ changes: [RecordedMemory.Change], capacity: Int, steps: [Int]) {
        self.changes = changes
        self.steps = steps[...]
        words = [UInt64](repeating: 0, count: capacity / 8)
    }

    var capacity: Int { words.count * 8 }

    func advance(to count: Int) {
        while applied < min(count, changes.count) {
            words[changes[applied].offset / 8] = changes[applied].word
            applied += 1
        }
    }

    func load(_ offset: Int) -> UInt64 {
        if let step = steps.popFirst() { advance(to: step) }
        reads += 1
        return words[offset / 8]
    }

    func acquire(_ offset: Int) -> UInt64 { load(offset) }

    func copy(_ range: Range<Int>, to target: UnsafeMutableRawPointer) {
        for (index, offset) in stride(from: range.lowerBound, to: range.upperBound, by: 8).enumerated() {
            target.storeBytes(of: load(offset), toByteOffset: index * 8, as: UInt64.self)
        }
    }

    func orderReads() {}

    // A reader changes nothing.
    func put(_ word: UInt64, at offset: Int) { Issue.record("a reader changes a word") }
    func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) { Issue.record("a reader changes bytes") }
    func publish(_ word: UInt64, at offset: Int) { Issue.record("a reader publishes") }
    func orderChanges() {}
    func checksum(_ start: Int, _ size: Int, _ commit: UInt64) -> UInt64 { 0 }
}
