import NavigationEvents

/// A picture in the cells of a terminal, from the same geometry as PNG and SVG.
///
///     let sign = try CharacterPicture(Sign(step), rows: 10, form: .blocks)
///     for line in sign.lines { print(line) }
///
/// A cell is taken to be twice as high as wide, as those of terminals are.
public struct CharacterPicture: Sendable, Hashable {
    /// Which characters are used.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// Unicode's block elements, four parts to a cell.
        case blocks
        /// Unicode's braille patterns, eight dots to a cell: the finest, and the lightest.
        case dots
        /// Seven-bit characters only.
        case ascii
    }

    /// One place of the terminal.
    public struct Cell: Sendable, Hashable {
        /// What stands there.
        public var character: Character
        /// Its ink; `nil` for a space.
        public var ink: Shape.Ink?
        /// The ink behind it; `nil` for the ground of the terminal.
        public var ground: Shape.Ink?

        static let empty = Cell(character: " ", ink: nil, ground: nil)
    }

    /// How high a picture can be.
    public static let rowRange = 1...48

    /// Wider than any row of lanes, at any height.
    private static let mostColumns = 4096.0

    /// From top to bottom, each from left to right, all of the same length.
    public private(set) var cells: [[Cell]]

    init(cells: [[Cell]]) { self.cells = cells }

    /// Draws a picture.
    ///
    /// - Parameters:
    ///   - rows: How high it is, within ``rowRange``; it is as wide as its form asks for.
    ///   - form: The characters.
    ///   - showsPlate: Whether the ground of the picture is drawn, for terminals with colours; else it is left out.
    /// - Throws: ``PictureError`` if Cairo refuses.
    public init(_ picture: Picture, rows: Int, form: Form, showsPlate: Bool = false) throws(PictureError) {
        let rows = min(max(rows, Self.rowRange.lowerBound), Self.rowRange.upperBound)
        // It refuses boards that cannot be, so that what follows is a number.
        let raster = try InkRaster(picture)
        let columns = Int(
            clamping: min(max(Double(rows) * 2 * picture.width / picture.height, 1), Self.mostColumns).rounded())
        cells = (0..<rows).map { row in
            (0..<columns).map { column in
                let area = CellArea(raster: raster, row: row, column: column, rows: rows, columns: columns)
                return area.cell(form, showsPlate: showsPlate)
            }
        }
    }

    /// Draws a sign. The number of a roundabout's exit, which would be a blot, stands as a number in the ring.
    ///
    /// - Parameters:
    ///   - rows: How high it is, within ``rowRange``; it is twice as wide.
    ///   - form: The characters.
    ///   - showsPlate: Whether the sign's plate is drawn, for terminals with colours.
    /// - Throws: ``PictureError`` if Cairo refuses.
    public init(_ sign: Sign, rows: Int, form: Form, showsPlate: Bool = false) throws(PictureError) {
        let plain = Sign(
            sign.picture, turnAngleDegrees: sign.turnAngleDegrees, exitAngleDegrees: sign.exitAngleDegrees,
            otherArmAnglesDegrees: sign.otherArmAnglesDegrees)
        try self.init(Picture(plain), rows: rows, form: form, showsPlate: showsPlate)
        if let number = sign.exitNumber, rows >= Self.leastRowsOfNumbers { write("\(number)", showsPlate: showsPlate) }
    }

    /// Below that a ring has no room for a number.
    private static let leastRowsOfNumbers = 7

    /// Writes in the middle.
    private mutating func write(_ text: String, showsPlate: Bool) {
        let (row, first) = (rows / 2 - (rows.isMultiple(of: 2) ? 1 : 0), (columns - text.count) / 2)
        for (index, character) in text.enumerated() where cells[row].indices.contains(first + index) {
            cells[row][first + index] = Cell(character: character, ink: .symbol, ground: showsPlate ? .plate : nil)
        }
    }

    /// How wide it is.
    public var columns: Int { cells.first?.count ?? 0 }

    /// How high it is.
    public var rows: Int { cells.count }

    /// The picture without colours.
    public var lines: [String] { cells.map { row in String(row.map(\.character)) } }
}
