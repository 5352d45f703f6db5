/// The positions of the texts of a caption, in units of the board.
struct CaptionLayout {
    /// The width of the whole picture.
    private(set) var width = SignBoard.size
    private(set) var height = SignBoard.size
    /// The texts and the shield; empty if none is visible.
    private(set) var shapes: [Shape] = []

    private let sign: Sign
    private let font: String
    private let typesetter: Typesetter

    init(_ caption: SignCaption, sign: Sign, font: String, typesetter: Typesetter) {
        (self.sign, self.font, self.typesetter) = (sign, font, typesetter)
        switch caption.place {
        case .beside: setBeside(caption)
        case .below: setBelow(caption)
        }
    }

    /// Places distance and shield above the street; a single row is centred.
    private mutating func setBeside(_ caption: SignCaption) {
        width = 3.5 * SignBoard.size
        let (left, right) = (SignBoard.size + 6, width - 10)
        let shield = shield(caption, height: 34, maxWidth: (right - left) * 0.45)
        let rest = right - left - (shield.map { $0.width + Self.gap } ?? 0)
        let distance = typesetter.fitting(caption.distance, font: font, size: 36, width: rest, minScale: 0.5)
        let street = street(caption, size: 23, width: right - left)
        let isAlone = distance == nil && shield == nil
        let (upper, lower) = (street == nil ? 48.0 : 33, isAlone ? 48.0 : 70)
        shapes = distance?.shapes(left: left, middle: upper) ?? []
        shapes += shield?.shapes(left: left + (distance.map { $0.width + Self.gap } ?? 0), middle: upper) ?? []
        shapes += street?.shapes(left: left, middle: lower) ?? []
    }

    /// Places shield, distance and street in rows below the sign; each present row makes the picture higher.
    private mutating func setBelow(_ caption: SignCaption) {
        let (middle, available) = (SignBoard.size / 2, SignBoard.size - 14)
        if let shield = shield(caption, height: 20, maxWidth: available) {
            shapes += shield.shapes(left: middle - shield.width / 2, middle: height + 8)
            height += 25
        }
        if let line = typesetter.fitting(caption.distance, font: font, size: 24, width: available, minScale: 0.5) {
            shapes += line.shapes(left: middle - line.width / 2, middle: height + 9)
            height += 26
        }
        if let line = street(caption, size: 15, width: available) {
            shapes += line.shapes(left: middle - line.width / 2, middle: height + 5)
            height += 18
        }
    }

    private func shield(_ caption: SignCaption, height: Double, maxWidth: Double) -> ExitShield? {
        ExitShield(
            caption.exitNumber, height: height, maxWidth: maxWidth, isLeft: sign.leadsLeft, font: font,
            typesetter: typesetter)
    }

    /// The street; a long name is made smaller before it is cut.
    private func street(_ caption: SignCaption, size: Double, width: Double) -> TextLine? {
        typesetter.fitting(caption.street, font: font, size: size, width: width, minScale: 0.8)
    }

    /// The gap between the distance and the shield.
    private static let gap = 12.0
}

extension Typesetter {
    /// A line of text that is scaled down to the `minScale` share of its size before it is cut.
    func fitting(_ text: String, font: String, size: Double, width: Double, minScale: Double) -> TextLine? {
        guard let free = line(text, font: font, size: size, width: 100 * size) else { return nil }
        let scale = max(minScale, min(1, width / free.width))
        return scale == 1 ? free : line(text, font: font, size: size * scale * 0.99, width: width)
    }
}

extension TextLine {
    /// The text with its left edge and the middle of its line at a position.
    func shapes(left: Double, middle: Double, _ ink: Shape.Ink = .symbol) -> [Shape] {
        [.fill(path.mapped { Point($0.x + left, $0.y + middle - height / 2) }, ink)]
    }
}
