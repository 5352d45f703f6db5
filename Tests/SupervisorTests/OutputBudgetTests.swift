import Testing

@testable import Supervisor

/// Tests with time as a number.
@Suite struct OutputBudgetTests {
    @Test func `a burst is read at once and shown completely`() {
        var budget = OutputBudget(atSeconds: 0)
        for _ in 0..<20_000 {
            let (pauseSeconds, isShown) = (budget.read(bytes: 50, atSeconds: 0), budget.takeLine())
            #expect(pauseSeconds == 0 && isShown)
        }
    }

    @Test(arguments: [1, 100, 65_536]) func `endless output is read slowly, and little of it is shown`(
        lineBytes: Int
    ) {
        var budget = OutputBudget(atSeconds: 0)
        var (now, bytes, lines) = (0.0, 0, 0)
        while now < 60 {
            bytes += 65_536
            let pauseSeconds = budget.read(bytes: 65_536, atSeconds: now)
            #expect(pauseSeconds >= 0 && pauseSeconds <= OutputBudget.maxPauseSeconds)
            for _ in 0..<(65_536 / lineBytes) where budget.takeLine() { lines += 1 }
            now += max(pauseSeconds, 0.001)
        }
        #expect(Double(bytes) <= OutputBudget.bytesInBurst + OutputBudget.bytesPerSecond * 61)
        #expect(Double(lines) <= OutputBudget.linesInBurst + OutputBudget.linesPerSecond * 61)
    }

    @Test func `after a pause the whole burst is available again`() {
        var budget = OutputBudget(atSeconds: 0)
        while budget.takeLine() {}
        _ = budget.read(bytes: 1 << 25, atSeconds: 0)
        let soon = budget.read(bytes: 1, atSeconds: 1)
        #expect(soon > 0)
        let later = budget.read(bytes: 1 << 19, atSeconds: 100)
        #expect(later == 0)
        let shown = (0..<30_000).count { _ in budget.takeLine() }
        #expect(shown == 25_000)
        let before = budget.read(bytes: 0, atSeconds: 50)
        #expect(before == 0, "a clock that is set back costs nothing")
    }

    @Test func `omitted lines are counted exactly`() {
        var (lines, shown) = (OutputLines(), 0)
        var counted = 0
        for piece in ["one\ntwo\nthr", "ee\nfour\n", "five\nsix"] {
            let found = lines.add(piece.utf8) {
                shown += 1
                return shown <= 2
            }
            counted += found.leftOut
        }
        #expect(counted == 3)
        let rest = lines.finish()
        #expect(rest == "six")
        let text = String(repeating: "x", count: OutputLines.maxPieceBytes + 1)
        let piece = lines.add(text.utf8) { false }
        #expect(piece.leftOut == 1)
        let end = lines.finish()
        #expect(end == "x")
    }
}
