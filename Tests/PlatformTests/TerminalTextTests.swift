import Foundation
import Platform
import TestSupport
import Testing

@testable import NavigationEvents

@Suite("Untrusted texts on a terminal")
struct TerminalTextTests {
    @Test func `control characters become visible while tabs, joiners, accents and other scripts stay`() {
        #expect("plain\tÄ".printable == "plain\tÄ")
        #expect("Weg\u{202E}gew\u{2069}".printable == "Weg\u{FFFD}gew\u{FFFD}")
        #expect("\u{1B}[2Jx\u{7F}\u{9B}\0".printable == "␛[2Jx\u{FFFD}\u{FFFD}␀")
        #expect("a\u{2028}b\u{2029}\u{FEFF}".printable == "a\u{FFFD}b\u{FFFD}\u{FFFD}")
        for code: UInt32 in [0x180E, 0x2060, 0x2066, 0xFDD0, 0xFDEF, 0xFFF9, 0xFFFE, 0x1FFFF, 0xE0041, 0x10FFFF] {
            #expect(Unicode.Scalar(code).map { String($0).printable } == "\u{FFFD}", "\(code)")
        }
        for text in ["شارع الملك فهد", "रास्ता\u{200D}", "می\u{200C}خواهم", "東京 e\u{301}", "👩\u{200D}🚒"] {
            #expect(text.printable == text)
        }
    }

    @Test func `line ends become visible in a single line and stay in a text of several lines`() {
        #expect("a\nb\r\nc".printable == "a␊b␍␊c")
        #expect("a\r\nb\rc\u{85}d\n".printableLines == "a\nb␍c\u{FFFD}d\n")
    }

    @Test func `a printed line is truncated to its maximum length`() {
        #expect("abc".printable(upTo: 3) == "abc")
        #expect("ab\u{1B}cd".printable(upTo: 3) == "ab␛…")
        #expect(String(repeating: "x", count: 1_000_000).printable(upTo: 4000).count == 4001)
    }

    @Test func `random bytes never leave terminal control characters and survive a round trip as JSON`() throws {
        var generator = SplitMix64.announced(for: "terminal")
        let alphabet: [UInt8] = [
            0x1B, 0x9B, 0xC2, 0xE2, 0x80, 0xA8, 0xAE, 0x81, 0xA6, 0xEF, 0xB7, 0x90, 0x0A, 0x0D, 0x7F, 0x41,
        ]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                Bool.random(using: &generator)
                    ? alphabet.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.printable.unicodeScalars.allSatisfy { $0 == "\t" || !Self.isObeyed($0) })
            #expect(text.printableLines.unicodeScalars.allSatisfy { $0 == "\t" || $0 == "\n" || !Self.isObeyed($0) })
            #expect(text.json.unicodeScalars.allSatisfy { !Self.isObeyed($0) })
            let read = try JSONSerialization.jsonObject(with: Data(text.json.utf8), options: .fragmentsAllowed)
            // Not as strings, since strings with different scalars can be equal.
            #expect((read as? String).map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
        }
    }

    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default:
            scalar.properties.isNoncharacterCodePoint || (0x202A...0x202E).contains(scalar.value)
                || (0x2066...0x2069).contains(scalar.value)
        }
    }
}
