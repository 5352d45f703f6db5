import NavigationEvents
import Pictures

extension Sign {
    /// The sign as one character, or as a few ASCII characters.
    func arrow(isASCII: Bool) -> String {
        guard isASCII else { return picture.glyph }
        return switch picture {
        case .neutral: "o"
        case .straight, .merge: "^"
        case .turn(let side): side == .left ? "<-" : "->"
        case .slightTurn(let side), .fork(let side), .mergeTo(let side): side == .left ? "<^" : "^>"
        case .sharpTurn(let side): side == .left ? "<v" : "v>"
        case .uTurn: "U"
        case .destination, .destinationAt: "X"
        case .ferryBoat, .ferryTrain: "~"
        case .roundabout: "(o)"
        }
    }
}

extension [Lane] {
    /// The lanes as a line, with recommended directions in brackets.
    func line(isASCII: Bool) -> String {
        let line = LaneLine(lanes: self).text
        guard isASCII else { return line }
        return line.reduce(into: "") { $0 += Self.letters[$1] ?? String($1) }
    }

    private static let letters: [Character: String] = [
        "↑": "^", "↖": "\\", "↗": "/", "↰": "<", "↱": ">", "↙": "L", "↘": "J", "↶": "U", "↷": "U", "·": ".", "–": "-",
        "…": "...",
    ]
}
