import Glibc
import NavigationEvents
import Platform

/// Colours and weights of text on a terminal; plain text if the output is not a terminal or `NO_COLOR` is set.
///
/// A styled text holds marks instead of control sequences; ``rendered(_:isOneLine:)`` replaces the marks when the text
/// is written. So no foreign text can contain a control sequence.
package struct Style: Sendable {
    package let isColored: Bool

    /// A style with or without colours.
    package init(isColored: Bool) { self.isColored = isColored }

    /// The style for a file descriptor.
    package init(descriptor: Int32) {
        isColored = isatty(descriptor) == 1 && getenv("NO_COLOR") == nil
    }

    package static let output = Style(descriptor: STDOUT_FILENO)
    package static let error = Style(descriptor: STDERR_FILENO)

    package func bold(_ text: String) -> String { wrap(text, 1) }
    package func dim(_ text: String) -> String { wrap(text, 2) }
    package func red(_ text: String) -> String { wrap(text, 31) }
    package func green(_ text: String) -> String { wrap(text, 32) }
    package func yellow(_ text: String) -> String { wrap(text, 33) }

    /// The text in one of six colours; the same name always gives the same colour.
    package func colored(_ text: String, by name: String) -> String {
        let sum = name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff }
        return wrap(text, UInt32(31 + sum % 6))
    }

    /// The text with its marks replaced by control sequences, and all other control characters made visible.
    ///
    /// - Parameters:
    ///   - text: The text with marks.
    ///   - isOneLine: Whether newlines are made visible too.
    package func rendered(_ text: String, isOneLine: Bool = true) -> String {
        let parts = text.unicodeScalars.split(omittingEmptySubsequences: false) { Self.code(of: $0) != nil }
        let codes = text.unicodeScalars.compactMap(Self.code)
        var written = ""
        for (index, part) in parts.enumerated() {
            written += isOneLine ? String(part).printable : String(part).printableLines
            if isColored, index < codes.count { written += "\u{1B}[\(codes[index])m" }
        }
        return written
    }

    /// The first mark. Marks are noncharacters of Unicode, which ``String/printable`` always replaces.
    private static let firstMark: UInt32 = 0xFDD0
    private static let colorOffset: UInt32 = 21

    private func wrap(_ text: String, _ code: UInt32) -> String {
        isColored ? Self.mark(code) + text.printable + Self.mark(0) : text
    }

    /// The mark of a code of ECMA-48: 0 resets, 1 and 2 are weights, 31 to 36 are colours.
    private static func mark(_ code: UInt32) -> String {
        let offset = code < 3 ? code : code - colorOffset
        return Unicode.Scalar(firstMark + offset).map { String($0) } ?? ""
    }

    private static func code(of scalar: Unicode.Scalar) -> UInt32? {
        let offset = scalar.value &- firstMark
        switch offset {
        case 0...2: return offset
        case 10...15: return offset + colorOffset
        default: return nil
        }
    }
}
