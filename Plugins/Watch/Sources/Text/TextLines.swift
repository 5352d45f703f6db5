/// Breaks texts into lines between words.
enum TextLines {
    /// The lines of a text.
    static func wrapped(_ text: String, columns: Int, isASCII: Bool) -> [String] {
        let glyphs = Glyph.all(of: text, isASCII: isASCII).map { ($0, CellStyle.plain) }
        return lines(glyphs, columns: columns).map { line in line.map(\.0.text).joined() }
    }

    /// The lines around the marked part of a text, or the first ones.
    static func window(of glyphs: [(Glyph, CellStyle)], columns: Int, rows: Int) -> [[(Glyph, CellStyle)]] {
        let all = lines(glyphs, columns: columns)
        let marked = all.lastIndex { line in line.contains { $0.1.isReversed } } ?? 0
        let first = max(min(marked - rows / 2, all.count - rows), 0)
        return Array(all[first..<min(first + rows, all.count)])
    }

    private static func lines(_ glyphs: [(Glyph, CellStyle)], columns: Int) -> [[(Glyph, CellStyle)]] {
        guard columns > 1 else { return [] }
        var (lines, line, width) = ([[(Glyph, CellStyle)]](), [(Glyph, CellStyle)](), 0)
        for glyph in glyphs {
            if width + glyph.0.width > columns {
                // A word longer than a line is broken anywhere.
                let space = line.lastIndex { $0.0.text == " " } ?? line.endIndex
                lines.append(Array(line[..<space]))
                line = Array(line[min(space + 1, line.endIndex)...])
                width = line.reduce(0) { $0 + $1.0.width }
                if glyph.0.text == " ", line.isEmpty { continue }
            }
            line.append(glyph)
            width += glyph.0.width
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
