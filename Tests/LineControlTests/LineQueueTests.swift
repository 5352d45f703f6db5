import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import LineControl

/// Lines that wait for a slow program.
@Suite struct LineQueueTests {
    private func line(_ text: String, isReplaceable: Bool = false) -> LineQueue.Line {
        LineQueue.Line(bytes: Array("\(text)\n".utf8), isReplaceable: isReplaceable)
    }

    private func texts(_ queue: inout LineQueue) -> [String] {
        var texts: [String] = []
        while let line = queue.next() { texts.append(String(decoding: line.bytes.dropLast(), as: UTF8.self)) }
        return texts
    }

    @Test func `lines come in order`() {
        var queue = LineQueue()
        for number in 1...3 { queue.add(line("\(number)")) }
        #expect(texts(&queue) == ["1", "2", "3"])
        #expect(queue.isEmpty)
    }

    @Test func `positions are left out before cues, and the program reads how many`() {
        var queue = LineQueue()
        queue.add(line("cue"))
        for number in 1...(LineQueue.maxLines + 5) { queue.add(line("\(number)", isReplaceable: true)) }
        let read = texts(&queue)
        #expect(read.prefix(3) == ["{\"missed\":6}", "cue", "7"])
        #expect(read.count == LineQueue.maxLines + 1)
        #expect(read.last == "\(LineQueue.maxLines + 5)")
    }

    @Test func `large lines are left out too, but never the last`() {
        var queue = LineQueue()
        let large = String(repeating: "x", count: LineQueue.maxBytes / 2)
        for _ in 1...3 { queue.add(line(large)) }
        #expect(texts(&queue).count == 2, "the number of missed lines, and one line")
        queue.add(line(large + large + large))
        #expect(texts(&queue).count == 1)
    }

    @Test func `each line is read or counted`() {
        var random = SplitMix64.announced(for: "lines of a slow program")
        for _ in 0..<3 {
            var (queue, added, read, missed) = (LineQueue(), 0, [Int](), 0)
            for _ in 0..<8000 {
                if Int.random(in: 0..<5, using: &random) > 0 {
                    added += 1
                    queue.add(line("\(added)", isReplaceable: Bool.random(using: &random)))
                } else if let next = queue.next() {
                    let text = String(decoding: next.bytes.dropLast(), as: UTF8.self)
                    if let number = Int(text) {
                        read.append(number)
                    } else {
                        missed += Int(text.filter(\.isNumber)) ?? 0
                    }
                }
            }
            for text in texts(&queue) {
                if let number = Int(text) { read.append(number) } else { missed += Int(text.filter(\.isNumber)) ?? 0 }
            }
            #expect(read.count + missed == added)
            #expect(missed == queue.allMissed)
            #expect(zip(read, read.dropFirst()).allSatisfy { $0 < $1 })
        }
    }
}
