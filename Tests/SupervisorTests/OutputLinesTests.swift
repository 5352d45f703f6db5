import Testing

@testable import Supervisor

/// All output of a control is split into lines, without loss.
@Suite struct OutputLinesTests {
    @Test func `lines are complete however they were read`() {
        var lines = OutputLines()
        #expect(lines.add("one\ntw".utf8) == ["one"])
        #expect(lines.add("o\r\n\nthr".utf8) == ["two", ""])
        #expect(lines.finish() == "thr")
        #expect(lines.finish() == nil)
    }

    @Test func `a line without an end is split into pieces and nothing is lost`() {
        var lines = OutputLines()
        let text = String(repeating: "x", count: 2 * OutputLines.maxPieceBytes + 5)
        var pieces = lines.add(text.utf8)
        #expect(pieces.count == 2)
        pieces += lines.add("\nafter\n".utf8)
        #expect(pieces.last == "after")
        #expect(pieces.dropLast().joined() == text)
    }

    @Test(arguments: 0..<4) func `pieces are split between characters`(shift: Int) {
        var lines = OutputLines()
        let text = String(repeating: "x", count: shift) + String(repeating: "é€😀", count: OutputLines.maxPieceBytes / 8)
        var pieces = lines.add(text.utf8)
        if let rest = lines.finish() { pieces.append(rest) }
        #expect(pieces.count > 1)
        #expect(pieces.joined() == text)
    }

    @Test func `bytes that are not text form lines too`() {
        var lines = OutputLines()
        #expect(lines.add([0xFF, 0x80, 0x0A, 0xC3]).count == 1)
        #expect(lines.finish() != nil)
        let tails = [UInt8](repeating: 0x80, count: OutputLines.maxPieceBytes + 1)
        #expect(lines.add(tails).count == 1)
        #expect(lines.finish() != nil)
    }
}
