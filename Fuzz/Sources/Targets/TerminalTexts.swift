@testable import NavigationEvents
@testable import Platform

extension FuzzTarget {
    /// Foreign names of streets and files, as printed on a terminal.
    static let terminalText = FuzzTarget(
        name: "terminal-text", maxBytes: 512,
        seeds: { ["\u{1B}]52;c;ZXZpbA==\u{7}", "a\r\nb\u{9B}2J\u{202E}\u{2028}"].map { Array($0.utf8) } }
    ) { bytes throws(FuzzFinding) in
        let text = String(decoding: bytes, as: UTF8.self)
        let (line, lines) = (text.printable, text.printableLines)
        try FuzzFinding.unless(isHarmless(line, besides: "\t"), "a line that controls a terminal")
        try FuzzFinding.unless(isHarmless(lines, besides: "\t\n"), "lines that control a terminal")
        try FuzzFinding.unless(line.printable == line, "a line that reads differently when it is shown again")
        try FuzzFinding.unless(text.printable(upTo: 9).unicodeScalars.count <= 10, "a line longer than its bound")
    }

    /// Checks for control characters, independently of the tested code.
    private static func isHarmless(_ text: String, besides kept: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0: kept.unicodeScalars.contains(scalar)
            case 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFDD0...0xFDEF: false
            default: true
            }
        }
    }
}
