import NavigationEvents
import Pictures

/// Maps the meanings of cells to the colours of a terminal.
struct Palette: Hashable {
    /// The number of colours of a terminal.
    enum Depth: String, Hashable, CaseIterable {
        case none
        case sixteen = "16"
        case many = "256"
        case all = "true"
    }

    var theme = Theme.day
    var depth = Depth.none

    /// The escape sequence that sets a style, independent of the previous one.
    func sequence(_ style: CellStyle) -> String {
        var codes = ["0"]
        if style.isBold { codes.append("1") }
        if style.isReversed { codes.append("7") }
        if style.paint == .muted || depth == .none && style.paint == .faint { codes.append("2") }
        if depth != .none {
            if let code = code(style.paint, isGround: false) { codes.append(code) }
            if let ground = style.ground, let code = code(ground, isGround: true) { codes.append(code) }
        }
        return "\u{1B}[" + codes.joined(separator: ";") + "m"
    }

    private func code(_ paint: Paint, isGround: Bool) -> String? {
        switch paint {
        case .text, .muted: nil
        case .symbol: color(theme.symbol, isGround)
        case .faint: color(theme.faint, isGround)
        case .plate: color(theme.plate, isGround)
        case .accent: isGround ? "46" : "36"
        case .good: isGround ? "42" : "32"
        case .warning: isGround ? "43" : "33"
        case .danger: isGround ? "41" : "31"
        }
    }

    private func color(_ color: Color, _ isGround: Bool) -> String {
        let lead = isGround ? "48" : "38"
        switch depth {
        case .all: return "\(lead);2;\(Self.byte(color.red));\(Self.byte(color.green));\(Self.byte(color.blue))"
        case .many: return "\(lead);5;\(Self.cube(color))"
        case .none, .sixteen: return "\(Self.basic(color) + (isGround ? 10 : 0))"
        }
    }

    private static func byte(_ part: Double) -> Int { Int(clamping: (part * 255).rounded()) }

    /// The index of the nearest of the 6 × 6 × 6 colours or of the 24 greys.
    private static func cube(_ color: Color) -> Int {
        let parts = [color.red, color.green, color.blue]
        if let most = parts.max(), let least = parts.min(), most - least < 0.06 {
            let grey = Int(((most * 255 - 8) / 10).rounded())
            return grey < 0 ? 16 : grey > 23 ? 231 : 232 + grey
        }
        let levels = parts.map { part -> Int in
            let value = part * 255
            return value < 48 ? 0 : value < 115 ? 1 : min(Int((value - 35) / 40), 5)
        }
        return 16 + 36 * levels[0] + 6 * levels[1] + levels[2]
    }

    /// The foreground code of the nearest of the sixteen colours.
    private static func basic(_ color: Color) -> Int {
        let strongest = max(color.red, color.green, color.blue)
        guard strongest > 0.15 else { return 30 }
        let bits = [(color.red, 1), (color.green, 2), (color.blue, 4)].reduce(0) { sum, part in
            part.0 > strongest * 0.55 ? sum + part.1 : sum
        }
        return (strongest > 0.8 ? 90 : 30) + bits
    }
}
