import NavigationEvents

/// A picture of terminal cells, from the same geometry as PNG and SVG.
///
///     let sign = try CharacterPicture(Sign(step), rows: 10, form: .blocks)
///     for line in sign.lines { print(line) }
///
/// A cell is assumed to be twice as high as wide, as in most terminals.
public struct CharacterPicture: Sendable, Hashable {
    /// The set of characters.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// Unicode block elements, four parts per cell.
        case blocks
        /// Unicode braille patterns, eight dots per cell: the finest, and the lightest.
        case dots
        /// ASCII characters only.
        case ascii
    }

    /// The braille character of a mask with a bit for each of its eight dots, row by row, two dots a row.
    package static func dots(_ mask: Int) -> Character {
        // Unicode numbers the dots by columns, except the lowest two.
        let bits: [UInt32] = [0, 3, 1, 4, 2, 5, 6, 7]
        let pattern = bits.indices.reduce(UInt32(0)) { mask >> $1 & 1 == 1 ? $0 | 1 << bits[$1] : $0 }
        return Unicode.Scalar(0x2800 + pattern).map { Character($0) } ?? " "
    }

    /// One cell of the terminal.
    public struct Cell: Sendable, Hashable {
        /// The character of the cell.
        public var character: Character
        /// The ink of the character; `nil` for a space.
        public var ink: Shape.Ink?
        /// The ink of the background; `nil` for that of the terminal.
        public var ground: Shape.Ink?

        /// Creates a cell.
        package init(character: Character, ink: Shape.Ink?, ground: Shape.Ink? = nil) {
            self.character = character
            self.ink = ink
            self.ground = ground
        }

        /// A space without a background.
        package static let empty = Cell(character: " ", ink: nil, ground: nil)
    }

    /// The allowed heights of a picture.
    public static let rowRange = 1...48

    /// The maximum width, wider than any row of lanes.
    private static let maxColumns = 4096.0

    /// The rows from top to bottom, each from left to right, all of the same length.
    public private(set) var cells: [[Cell]]

    /// Creates a picture from rows of equal length.
    package init(cells: [[Cell]]) { self.cells = cells }

    /// Draws a picture.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - rows: The height in cells, within ``rowRange``; the width follows from the aspect ratio.
    ///   - form: The set of characters.
    ///   - showsPlate: Whether the background is drawn, for terminals with colours.
    /// - Throws: ``PictureError`` if the picture cannot be drawn.
    public init(_ picture: Picture, rows: Int, form: Form, showsPlate: Bool = false) throws(PictureError) {
        let rows = min(max(rows, Self.rowRange.lowerBound), Self.rowRange.upperBound)
        // The raster rejects impossible boards, so that the following ratio is finite.
        let raster = try InkRaster(picture)
        let columns = Int(
            clamping: min(max(Double(rows) * 2 * picture.width / picture.height, 1), Self.maxColumns).rounded())
        cells = (0..<rows).map { row in
            (0..<columns).map { column in
                let area = CellArea(raster: raster, row: row, column: column, rows: rows, columns: columns)
                return area.cell(form, showsPlate: showsPlate)
            }
        }
    }

    /// Draws a sign. The number of a roundabout exit, which would be a blot, is written as digits in the ring.
    ///
    /// - Parameters:
    ///   - sign: The sign.
    ///   - rows: The height in cells, within ``rowRange``; the width is twice as large.
    ///   - form: The set of characters.
    ///   - showsPlate: Whether the plate of the sign is drawn, for terminals with colours.
    /// - Throws: ``PictureError`` if the sign cannot be drawn.
    public init(_ sign: Sign, rows: Int, form: Form, showsPlate: Bool = false) throws(PictureError) {
        let plain = Sign(
            sign.picture, turnAngleDegrees: sign.turnAngleDegrees, exitAngleDegrees: sign.exitAngleDegrees,
            otherArmAnglesDegrees: sign.otherArmAnglesDegrees)
        try self.init(Picture(plain), rows: rows, form: form, showsPlate: showsPlate)
        if let number = sign.exitNumber, rows >= Self.minRowsOfNumbers { write("\(number)", showsPlate: showsPlate) }
    }

    /// The minimum height of a ring with a number.
    private static let minRowsOfNumbers = 7

    /// Writes a text in the middle.
    private mutating func write(_ text: String, showsPlate: Bool) {
        let (row, first) = (rows / 2 - (rows.isMultiple(of: 2) ? 1 : 0), (columns - text.count) / 2)
        for (index, character) in text.enumerated() where cells[row].indices.contains(first + index) {
            cells[row][first + index] = Cell(character: character, ink: .symbol, ground: showsPlate ? .plate : nil)
        }
    }

    /// The width in cells.
    public var columns: Int { cells.first?.count ?? 0 }

    /// The height in cells.
    public var rows: Int { cells.count }

    /// The rows as text, without colours.
    public var lines: [String] { cells.map { row in String(row.map(\.character)) } }
}
