/// The part of a picture that lies in one cell of a terminal.
struct CellArea {
    let raster: InkRaster
    let row: Int
    let column: Int
    let rows: Int
    let columns: Int

    /// The character that comes nearest to it.
    func cell(_ form: CharacterPicture.Form, showsPlate: Bool) -> CharacterPicture.Cell {
        let parts = inks(down: form == .dots ? 4 : 2).map { $0 == .plate && !showsPlate ? nil : $0 }
        let seen = Set(parts.compactMap { $0 })
        let ground: Shape.Ink? = seen.contains(.plate) ? .plate : nil
        guard let ink = seen.contains(.symbol) ? .symbol : seen.contains(.faint) ? Shape.Ink.faint : ground else {
            return .empty
        }
        // The ground alone: a space on it, or, at its round corners, a part of it.
        let isWholeGround = ink == .plate && (form != .blocks || seen.count == Set(parts).count)
        if isWholeGround { return .init(character: " ", ink: nil, ground: .plate) }
        let mask = parts.enumerated().reduce(0) { $0 | ($1.element == ink ? 1 << $1.offset : 0) }
        return .init(
            character: Self.character(form, mask, ink), ink: ink, ground: showsPlate && ink != .plate ? .plate : nil)
    }

    /// The ink of each of the parts into which the cell is cut, two to a row.
    private func inks(down: Int) -> [Shape.Ink?] {
        let (width, height) = (1 / Double(columns * 2), 1 / Double(rows * down))
        return (0..<2 * down).map { part in
            let (x, y) = (Double(column * 2 + part % 2), Double(row * down + part / 2))
            let shares = raster.shares(
                left: x * width, top: y * height, right: (x + 1) * width, bottom: (y + 1) * height)
            return shares.strongest
        }
    }

    /// - Parameter mask: A bit for each part that has the ink, row by row.
    private static func character(_ form: CharacterPicture.Form, _ mask: Int, _ ink: Shape.Ink) -> Character {
        switch form {
        case .blocks: blocks[mask]
        case .dots: dots(mask)
        case .ascii: (ink == .symbol ? letters : points)[mask]
        }
    }

    /// By the mask of the quarters: upper left 1, upper right 2, lower left 4, lower right 8.
    private static let blocks = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
    private static let letters = Array(" '`\".|/#.\\|#o###")
    private static let points = Array(" '':.:::.:::.:::")

    /// Unicode numbers the dots by columns, and the lowest ones came later.
    private static func dots(_ mask: Int) -> Character {
        let bits: [UInt32] = [0, 3, 1, 4, 2, 5, 6, 7]
        let pattern = bits.indices.reduce(UInt32(0)) { mask >> $1 & 1 == 1 ? $0 | 1 << bits[$1] : $0 }
        return Unicode.Scalar(0x2800 + pattern).map { Character($0) } ?? " "
    }
}

extension InkRaster.Shares {
    /// What is less than that is the rim of something beside it.
    private static let least = 0.35

    /// The ink that is seen most; `nil` beside the picture.
    var strongest: Shape.Ink? {
        let most = max(symbol, faint, plate)
        guard most > Self.least else { return nil }
        return most == symbol ? .symbol : most == faint ? .faint : .plate
    }
}
