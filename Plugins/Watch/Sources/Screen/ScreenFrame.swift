/// The content of the screen: rows of cells. ``FrameWriter`` compares two frames to find the changes.
struct ScreenFrame: Hashable {
    /// One cell; the right half of a wide glyph has no text.
    struct Cell: Hashable {
        var glyph = Glyph(text: " ", width: 1)
        var style = CellStyle.plain
        /// Whether a right-to-left text ends here.
        var endsRightToLeft = false
    }

    let columns: Int
    let rows: Int
    /// The cells row by row.
    private(set) var cells: [Cell]
    /// Whether other characters are transliterated to ASCII.
    var isASCII = false

    init(columns: Int, rows: Int, isASCII: Bool = false) {
        self.columns = max(columns, 1)
        self.rows = max(rows, 1)
        self.isASCII = isASCII
        cells = Array(repeating: Cell(), count: self.columns * self.rows)
    }

    subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

    /// Writes a text up to the edge, or up to `end`, with an ellipsis if it is too long.
    ///
    /// - Returns: The column after the text.
    @discardableResult
    mutating func put(_ text: String, row: Int, column: Int, before end: Int? = nil, _ style: CellStyle = .plain) -> Int
    {
        let glyphs = Glyph.all(of: text, isASCII: isASCII)
        let next = put(glyphs, row: row, column: column, before: end, style)
        if next > column, glyphs.endsRightToLeft {
            let last = row * columns + next - 1
            cells[cells[last].glyph.width == 0 ? last - 1 : last].endsRightToLeft = true
        }
        return next
    }

    @discardableResult
    mutating func put(_ glyphs: [Glyph], row: Int, column: Int, before end: Int? = nil, _ style: CellStyle) -> Int {
        let end = min(end ?? columns, columns)
        guard (0..<rows).contains(row), column >= 0, column < end else { return column }
        var column = column
        for glyph in fitting(glyphs, width: end - column) {
            set(glyph, row: row, column: column, style)
            column += glyph.width
        }
        return column
    }

    /// Copies another frame into the upper left corner.
    mutating func put(_ other: ScreenFrame) {
        for row in 0..<min(rows, other.rows) {
            for column in 0..<min(columns, other.columns) { cells[row * columns + column] = other[row, column] }
        }
    }

    /// The glyphs that fit into a width, with an ellipsis if some do not.
    func fitting(_ glyphs: [Glyph], width: Int) -> [Glyph] {
        guard glyphs.width > width else { return glyphs }
        let more = isASCII ? "~" : "…"
        var (kept, used) = ([Glyph](), 0)
        for glyph in glyphs {
            guard used + glyph.width <= width - 1 else { break }
            kept.append(glyph)
            used += glyph.width
        }
        while kept.last?.text == " " { kept.removeLast() }
        return width > 0 ? kept + [Glyph(text: more, width: 1)] : []
    }

    private mutating func set(_ glyph: Glyph, row: Int, column: Int, _ style: CellStyle) {
        clear(row: row, column: column)
        cells[row * columns + column] = Cell(glyph: glyph, style: style)
        guard glyph.width == 2, column + 1 < columns else { return }
        clear(row: row, column: column + 1)
        cells[row * columns + column + 1] = Cell(glyph: Glyph(text: "", width: 0), style: style)
    }

    /// Clears the other half of a wide glyph that is partly overwritten.
    private mutating func clear(row: Int, column: Int) {
        let index = row * columns + column
        if cells[index].glyph.width == 0, column > 0, cells[index - 1].glyph.width == 2 { cells[index - 1] = Cell() }
        if cells[index].glyph.width == 2, column + 1 < columns { cells[index + 1] = Cell() }
    }
}

extension [Glyph] {
    /// The total number of columns.
    var width: Int { reduce(0) { $0 + $1.width } }
}
