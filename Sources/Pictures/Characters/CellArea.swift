/// The part of a picture in one cell of a terminal.
struct CellArea {
    let raster: InkRaster
    let row: Int
    let column: Int
    let rows: Int
    let columns: Int

    /// The character nearest to the part.
    func cell(_ form: CharacterPicture.Form, showsPlate: Bool) -> CharacterPicture.Cell {
        let parts = inks(down: form == .dots ? 4 : 2).map { $0 == .plate && !showsPlate ? nil : $0 }
        let seen = Set(parts.compactMap { $0 })
        let ground: Shape.Ink? = seen.contains(.plate) ? .plate : nil
        guard let ink = seen.contains(.symbol) ? .symbol : seen.contains(.faint) ? Shape.Ink.faint : ground else {
            return .empty
        }
        // Only background: a space on it, or a part of it at its round corners.
        let isWholeGround = ink == .plate && (form != .blocks || seen.count == Set(parts).count)
        if isWholeGround { return .init(character: " ", ink: nil, ground: .plate) }
        let mask = parts.enumerated().reduce(0) { $0 | ($1.element == ink ? 1 << $1.offset : 0) }
        return .init(
            character: Self.character(form, mask, ink), ink: ink, ground: showsPlate && ink != .plate ? .plate : nil)
    }

    /// The inks of the parts of the cell, row by row, two parts a row.
    private func inks(down: Int) -> [Shape.Ink?] {
        let (width, height) = (1 / Double(columns * 2), 1 / Double(rows * down))
        return (0..<2 * down).map { part in
            let (x, y) = (Double(column * 2 + part % 2), Double(row * down + part / 2))
            let shares = raster.shares(
                left: x * width, top: y * height, right: (x + 1) * width, bottom: (y + 1) * height)
            return shares.strongest
        }
    }

    /// - Parameters:
    ///   - form: The set of characters.
    ///   - mask: A bit for each part with the ink, row by row.
    ///   - ink: The ink.
    private static func character(_ form: CharacterPicture.Form, _ mask: Int, _ ink: Shape.Ink) -> Character {
        switch form {
        case .blocks: blocks[mask]
        case .dots: CharacterPicture.dots(mask)
        case .ascii: (ink == .symbol ? letters : points)[mask]
        }
    }

    /// The block characters by mask of quarters: upper left 1, upper right 2, lower left 4, lower right 8.
    private static let blocks = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
    private static let letters = Array(" '`\".|/#.\\|#o###")
    private static let points = Array(" '':.:::.:::.:::")
}

extension InkRaster.Shares {
    /// The minimum share of an ink; less is the edge of a neighbour.
    private static let minShare = 0.35

    /// The ink with the largest share; `nil` outside the picture.
    var strongest: Shape.Ink? {
        let largest = max(symbol, faint, plate)
        guard largest > Self.minShare else { return nil }
        return largest == symbol ? .symbol : largest == faint ? .faint : .plate
    }
}
