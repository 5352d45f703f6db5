import Platform
import TestSupport
import Testing

@testable import HapticDevices

@Suite struct UARTLineTests {
    @Test(arguments: [
        (Vibration(site: .left, strength: 0.8, milliseconds: 80), "V L 80 80\n"),
        (Vibration(site: .right, strength: 1, milliseconds: 9000), "V R 100 5000\n"),
        (Vibration(site: .all, strength: 2, milliseconds: 0), "V A 100 1\n"),
        (Vibration(site: .around(degrees: 359.7), strength: 0.004, milliseconds: 5), "V 0 0 5\n"),
        (Vibration(site: .around(degrees: .nan), strength: 0.5, milliseconds: 5), "V 0 50 5\n"),
    ])
    func `vibrations are lines`(_ vibration: Vibration, _ line: String) {
        #expect(UARTLine.vibrate(vibration) == line)
    }

    @Test func `every line fits into one packet of Bluetooth`() {
        let longest = Vibration(site: .around(degrees: 359), strength: 1, milliseconds: 5000)
        for line in [UARTLine.vibrate(longest), UARTLine.stop, UARTLine.keepAlive, UARTLine.inquiry] {
            #expect(line.utf8.count <= UARTLine.maxBytes && line.utf8.last == 0x0A)
        }
    }

    @Test(arguments: [
        ("B 80", UARTReply.message(.battery(percent: 80))), ("P 1200", .message(.button(heldMilliseconds: 1200))),
        ("H 271.5", .message(.heading(degrees: 271.5, accuracyDegrees: nil))),
        ("H 360 4", .message(.heading(degrees: 0, accuracyDegrees: 4))), ("N band 2", .name("band", .two)),
        ("N my belt 16", .name("my belt", .ring(16))), ("N b 1\r", .name("b", .one)),
        ("T hello there", .message(.text("hello there"))),
    ])
    func `replies are read`(_ line: String, _ reply: UARTReply) {
        var reader = UARTReader()
        #expect(reader.replies(in: Array("\(line)\n".utf8)) == [reply])
        #expect(reader.ignoredLines == 0)
    }

    @Test(arguments: [
        "B", "B 101", "B -1", "B 1e1", "B 80 80", "P", "P 600001", "P 99999999999999999999", "H nan", "H inf", "H 361",
        "H -1", "H 1 2 3", "H 1 181", "H 0x10", "N 2", "N band", "N band 0", "N band 65", "T", "T ", "X 1", "BB 80",
        "b 80", "🙂", "B 80 and much more than fits", "B\t80",
    ])
    func `unknown lines are ignored and counted`(_ line: String) {
        var reader = UARTReader()
        #expect(reader.replies(in: Array("\(line)\nB 7\n".utf8)) == [.message(.battery(percent: 7))])
        #expect(reader.ignoredLines == 1)
    }

    @Test func `lines may arrive in any pieces`() {
        let text = Array("N band 2\nB 80\n\nP 100\n".utf8)
        for cut in text.indices {
            var reader = UARTReader()
            let replies = reader.replies(in: text[..<cut]) + reader.replies(in: text[cut...])
            #expect(replies.count == 3)
        }
    }

    @Test func `a megabyte without a line end is one ignored line`() {
        var reader = UARTReader()
        #expect(reader.replies(in: [UInt8](repeating: 0x42, count: 1_000_000)).isEmpty)
        #expect(reader.replies(in: Array("\nB 50\n".utf8)) == [.message(.battery(percent: 50))])
        #expect(reader.ignoredLines == 1)
    }

    @Test func `every line is parsed or counted`() {
        var random = SplitMix64.announced(for: "replies of devices")
        var reader = UARTReader()
        var counted = 0
        for _ in 0..<200 {
            let bytes = (0..<500).map { _ in
                random.chance(6) ? 0x0A : Array("BPHNT 0123456789.\u{0}\u{FF}".utf8).randomElement(using: &random) ?? 0
            }
            for reply in reader.replies(in: bytes) {
                counted += 1
                switch reply {
                case .message(.battery(let percent)): #expect((0...100).contains(percent))
                case .message(.button(let held)): #expect((0...600_000).contains(held))
                case .message(.heading(let degrees, let accuracy)):
                    #expect((0..<360).contains(degrees) && (0...180).contains(accuracy ?? 0))
                case .message(.text(let text)): #expect(!text.isEmpty && text.utf8.count < 20)
                case .name(let name, _): #expect(!name.isEmpty)
                }
            }
        }
        #expect(counted > 0 && reader.ignoredLines > 0)
    }
}
