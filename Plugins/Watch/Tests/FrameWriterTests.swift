import Dashboard
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Watch

@Suite("Differences of frames")
struct FrameWriterTests {
    private let writer = FrameWriter(palette: Palette(depth: .all))

    @Test func `equal frames write nothing`() {
        var renderer = DashboardRenderer()
        let frame = renderer.frame(.make(), columns: 40, rows: 12, at: Moment(seconds: 0))
        #expect(writer.bytes(from: frame, to: frame).isEmpty)
    }

    @Test func `a changed distance costs a few bytes and clears nothing`() {
        var renderer = DashboardRenderer()
        let one = renderer.frame(.make(.make(inMeters: 290)), columns: 80, rows: 12, at: Moment(seconds: 0))
        let two = renderer.frame(.make(.make(inMeters: 280)), columns: 80, rows: 12, at: Moment(seconds: 0))
        let bytes = writer.bytes(from: one, to: two)
        #expect((1..<160).contains(bytes.count))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("[2J"))
    }

    @Test func `from any frame the written bytes show the new frame`() {
        var generator = SplitMix64.announced(for: "frames")
        let letters = ["a", "b", " ", "東", "🚲", "é", "█", "ا", "e\u{301}"]
        func frame() -> ScreenFrame {
            var frame = ScreenFrame(columns: 30, rows: 6)
            for _ in 0..<12 {
                let text = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                    letters.randomElement(using: &generator) ?? ""
                }
                let style = generator.chance(2) ? CellStyle.plain : .alarm
                frame.put(
                    text.joined(), row: .random(in: 0..<6, using: &generator),
                    column: .random(in: 0..<30, using: &generator), style)
            }
            return frame
        }
        for _ in 0..<100 {
            var terminal = SimulatedTerminal(columns: 30, rows: 6)
            var last: ScreenFrame?
            for _ in 0..<5 {
                let next = frame()
                terminal.take(writer.bytes(from: last, to: next))
                #expect(terminal.lines == next.lines)
                last = next
            }
            #expect(terminal.clearings == 1)
        }
    }

    @Test func `after a right-to-left name a mark keeps the numbers next to it in place`() {
        func marks(_ name: String) -> Int {
            var frame = ScreenFrame(columns: 40, rows: 1)
            frame.put(name, row: 0, column: 0)
            frame.put("48 km/h", row: 0, column: 33)
            let text = String(decoding: writer.bytes(from: nil, to: frame), as: UTF8.self)
            var terminal = SimulatedTerminal(columns: 40, rows: 1)
            terminal.take(text.utf8)
            #expect(terminal.lines == frame.lines)
            return text.unicodeScalars.count { $0 == "\u{200E}" }
        }
        #expect(marks("שדרות רוטשילד 12") == 1 && marks("شارع الحمرا 🚲") == 1)
        #expect(marks("Berliner Straße") == 0 && marks("שדרות B 3 Allee") == 0 && marks("12") == 0)
    }

    @Test func `without colours no colour codes are written`() {
        let plain = Palette(depth: .none)
        let styles = [CellStyle.alarm, .caution, CellStyle(paint: .symbol, ground: .plate), CellStyle(paint: .faint)]
        for style in styles {
            let codes = plain.sequence(style).dropFirst(2).dropLast().split(separator: ";").compactMap { Int($0) }
            #expect(codes.allSatisfy { $0 < 10 })
        }
    }
}
