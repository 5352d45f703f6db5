import CCairo
import Glibc
public import Pictures

extension MapRenderer {
    /// A map of braille characters for a terminal: roads, the route, the vehicle and a few names.
    ///
    /// - Parameters:
    ///   - picture: The map; its width and height are columns and rows of the terminal, and its colours do not matter.
    /// - Throws: ``PictureError`` if a side is out of range or Cairo fails.
    public func characters(_ picture: MapPicture) throws(PictureError) -> CharacterPicture {
        let (columns, rows) = (picture.width, picture.height)
        try Pixels.check(width: columns, height: rows, what: "a map")
        let projection = MapProjection(picture.camera, width: 2 * columns, height: 4 * rows, scale: 1)
        let placed = projection.placements(zooms: tiles.zooms).map { ($0, tiles.tile($0.id)) }
        let pixels = try Pixels(width: 2 * columns, height: 4 * rows, what: "a map") { context in
            let painter = MapPainter(
                context: context, projection: projection, theme: .paper, scale: 1, tiles: placed)
            painter.paintDots()
            let route = RoutePainter(context: context, projection: projection, theme: .paper, scale: 1)
            if let line = picture.route { route.paintDots(line) }
        }
        var cells = (0..<rows).map { row in (0..<columns).map { pixels.cell(row: row, column: $0) } }
        var names = CellNames(projection: projection, cells: cells)
        if let position = picture.position {
            let place = projection.screen(position.coordinate)
            let heading = position.headingDegrees.map { $0 - projection.headingDegrees }
            names.mark(place, Self.arrow(heading))
        }
        names.place(placed)
        cells = names.cells
        return CharacterPicture(cells: cells)
    }

    /// A triangle in the nearest of eight directions, degrees clockwise from up; a disc without a direction.
    private static func arrow(_ headingDegrees: Double?) -> Character {
        guard let headingDegrees, headingDegrees.isFinite else { return "●" }
        let arrows: [Character] = ["▲", "◥", "▶", "◢", "▼", "◣", "◀", "◤"]
        let eighth = Int((remainder(headingDegrees, 360) / 45).rounded())
        return arrows[(eighth + 8) % 8]
    }
}

extension Pixels {
    /// The braille character of a cell, two pixels wide and four high: that of the route if it is in the cell.
    fileprivate func cell(row: Int, column: Int) -> CharacterPicture.Cell {
        var masks = (symbol: 0, faint: 0)
        for dot in 0..<8 {
            let pixel = argb[(4 * row + dot / 2) * width + 2 * column + dot % 2]
            if pixel >> 16 & 255 > 127 { masks.symbol |= 1 << dot }
            if pixel >> 8 & 255 > 127 { masks.faint |= 1 << dot }
        }
        let (mask, ink): (Int, Shape.Ink) = masks.symbol > 0 ? (masks.symbol, .symbol) : (masks.faint, .faint)
        return mask == 0
            ? .empty : CharacterPicture.Cell(character: CharacterPicture.dots(mask), ink: ink)
    }
}
