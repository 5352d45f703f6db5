/// The shield of a motorway exit: a symbol of a branching road and the number, cut out of a bright ground.
struct ExitShield {
    /// The width of the whole shield.
    let width: Double

    private let height: Double
    private let isLeft: Bool
    private let number: TextLine

    /// Creates a shield; `nil` if the number has no visible characters.
    init?(
        _ exitNumber: String, height: Double, maxWidth: Double, isLeft: Bool, font: String, typesetter: Typesetter
    ) {
        let available = maxWidth - height * (Self.signShare + 2 * Self.marginShare)
        guard
            let number = typesetter.fitting(
                exitNumber, font: font, size: height * 0.72, width: available, minScale: 0.5)
        else {
            return nil
        }
        (self.number, self.height, self.isLeft) = (number, height, isLeft)
        width = number.width + height * (Self.signShare + 2 * Self.marginShare)
    }

    /// The widths of the symbol and of the margins, as shares of the height.
    private static let signShare = 0.72
    private static let marginShare = 0.2

    /// The shield with its left edge and its vertical middle at a position.
    func shapes(left: Double, middle: Double) -> [Shape] {
        let ground = Path(x: left, y: middle - height / 2, width: width, height: height, cornerRadius: height * 0.22)
        return [.fill(ground)] + sign(left: left + height * Self.marginShare, middle: middle)
            + number.shapes(left: left + height * (Self.marginShare + Self.signShare), middle: middle, .plate)
    }

    /// The symbol: a road upwards with an exit to its side.
    private func sign(left: Double, middle: Double) -> [Shape] {
        let unit = height * 0.1
        func place(_ x: Double, _ y: Double) -> Point {
            let across = isLeft ? 5 - x : x
            return Point(left + across * unit, middle + y * unit)
        }
        let road = Path(open: [place(1, 3.2), place(1, -3.2)])
        let exit = Path(through: [place(1, 3.2), place(1, 1.2), place(3.9, -2)], cornerRadius: 2 * unit)
        let head = Path(closed: [place(4.9, -3.2), place(4.6, -0.6), place(2.4, -2.7)])
        return [
            .line(road, .plate, width: unit * 0.8), .line(exit, .plate, width: unit * 1.5), .fill(head, .plate),
        ]
    }
}

extension Sign {
    /// Whether the maneuver leads to the left.
    var leadsLeft: Bool {
        switch picture {
        case .turn(.left), .slightTurn(.left), .sharpTurn(.left), .mergeTo(.left), .fork(.left): true
        default: false
        }
    }
}
