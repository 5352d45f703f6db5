/// Writes the difference of two frames in one piece, so that the screen does not flicker.
struct FrameWriter {
    var palette: Palette

    /// The minimum number of unchanged cells for a cursor movement; fewer are written again, which is shorter.
    private static let minJumpCells = 5

    /// The bytes that turn one frame into another; empty if they are equal.
    ///
    /// - Parameters:
    ///   - old: The frame on the screen; `nil` if it is unknown: then the screen is cleared first.
    ///   - new: The new frame.
    func bytes(from old: ScreenFrame?, to new: ScreenFrame) -> [UInt8] {
        var pen = Pen(palette: palette)
        let known = old.flatMap { $0.columns == new.columns && $0.rows == new.rows ? $0 : nil }
        if known == nil { pen.clear() }
        let before = known ?? ScreenFrame(columns: new.columns, rows: new.rows)
        for row in 0..<new.rows { draw(row, before, new, &pen) }
        guard !pen.text.isEmpty else { return [] }
        // Synchronized output (mode 2026): terminals without it ignore the sequence.
        return Array("\u{1B}[?2026h\(pen.text)\u{1B}[0m\u{1B}[?2026l".utf8)
    }

    private func draw(_ row: Int, _ old: ScreenFrame, _ new: ScreenFrame, _ pen: inout Pen) {
        var column = 0
        while column < new.columns {
            guard new[row, column] != old[row, column] else {
                column += 1
                continue
            }
            // The right half of a glyph comes with its left half.
            while column > 0, new[row, column].glyph.width == 0 { column -= 1 }
            let end = runEnd(row, column, old, new)
            for index in column..<end { pen.put(new[row, index], row: row, column: index) }
            column = end
        }
    }

    /// The end of a run of changed cells, up to unchanged cells that are worth a cursor movement.
    private func runEnd(_ row: Int, _ start: Int, _ old: ScreenFrame, _ new: ScreenFrame) -> Int {
        var end = start + 1
        var column = start + 1
        while column < new.columns, column - end < Self.minJumpCells {
            if new[row, column] != old[row, column] { end = column + 1 }
            column += 1
        }
        while end < new.columns, new[row, end].glyph.width == 0 { end += 1 }
        return end
    }
}

/// Writes cells and tracks the position and the style of the cursor.
private struct Pen {
    let palette: Palette
    var text = ""
    private var cursor: (row: Int, column: Int)?
    private var style: CellStyle?

    init(palette: Palette) { self.palette = palette }

    mutating func clear() {
        text += "\u{1B}[0m\u{1B}[2J"
        style = nil
    }

    mutating func put(_ cell: ScreenFrame.Cell, row: Int, column: Int) {
        guard cell.glyph.width > 0 else { return }
        if cursor?.row != row || cursor?.column != column { text += "\u{1B}[\(row + 1);\(column + 1)H" }
        if style != cell.style {
            text += palette.sequence(cell.style)
            style = cell.style
        }
        text += cell.glyph.text
        // A left-to-right mark keeps terminals with bidirectional text from moving a following number to the left.
        if cell.endsRightToLeft { text += "\u{200E}" }
        // After glyphs whose width differs between terminals, the position of the cursor is unknown.
        cursor = cell.glyph.isTrusted && !cell.endsRightToLeft ? (row, column + cell.glyph.width) : nil
    }
}
