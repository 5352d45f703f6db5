// The pictures of places and vessels.

extension [Shape] {
    /// The chequered flag of arrival, on its pole.
    static var flag: [Shape] { flag(left: 26, top: 14, cell: 11.5, foot: 84) }

    private static func flag(left: Double, top: Double, cell: Double, foot: Double) -> [Shape] {
        let (columns, rows) = (4, 3)
        let pole = Path(open: [Point(left, top), Point(left, foot)])
        let frame = Path(closed: [
            Point(left, top), Point(left + cell * Double(columns), top),
            Point(left + cell * Double(columns), top + cell * Double(rows)), Point(left, top + cell * Double(rows)),
        ])
        var cells = Path()
        for row in 0..<rows {
            for column in 0..<columns where (row + column).isMultiple(of: 2) {
                let (x, y) = (left + Double(column) * cell, top + Double(row) * cell)
                cells.elements +=
                    Path(closed: [
                        Point(x, y), Point(x + cell, y), Point(x + cell, y + cell), Point(x, y + cell),
                    ]).elements
            }
        }
        return [
            .fill(cells), .line(frame, width: 2.5), .line(pole, width: 6, isRoundEnded: true),
        ]
    }

    /// The road goes on, the place lies on its right.
    static var destinationRight: [Shape] {
        let road = Arrow(points: [Point(24, 84), Point(24, 40)], width: 9, headWidth: 25, headLength: 18)
        return road.shapes + flag(left: 48, top: 14, cell: 9, foot: 84)
    }

    static var ferryBoat: [Shape] {
        let hull = Path(closed: [Point(14, 50), Point(82, 50), Point(71, 69), Point(25, 69)])
        let house = Path(x: 28, y: 31, width: 36, height: 15, cornerRadius: 2)
        let funnel = Path(x: 47, y: 17, width: 10, height: 13, cornerRadius: 1.5)
        var windows = Path()
        for x in [33.5, 43.5, 53.5] {
            windows.elements += Path(x: x, y: 35.5, width: 5.5, height: 5.5, cornerRadius: 1).elements
        }
        return [
            .fill(funnel), .fill(house), .fill(windows, .plate), .fill(hull, edge: 3),
            .line(wave(y: 80), width: 5, isRoundEnded: true),
        ]
    }

    /// Waves across the picture, whole ones so that it is its own mirror image.
    private static func wave(y: Double) -> Path {
        var path = Path()
        path.move(to: Point(16, y))
        for x in stride(from: 16.0, to: 80, by: 16) {
            path.elements.append(.curve(Point(x + 4, y - 6), Point(x + 12, y - 6), Point(x + 16, y)))
        }
        return path
    }

    /// A train seen from the front, on its rails.
    static var ferryTrain: [Shape] {
        let body = Path(x: 26, y: 12, width: 44, height: 56, cornerRadius: 11)
        let window = Path(x: 33, y: 22, width: 30, height: 18, cornerRadius: 3)
        let lamps =
            Path(center: Point(36.5, 55), radius: 4.5).elements
            + Path(center: Point(59.5, 55), radius: 4.5).elements
        var lampPath = Path()
        lampPath.elements = lamps
        var rails = Path(open: [Point(36, 72), Point(25, 85)])
        rails.elements += Path(open: [Point(60, 72), Point(71, 85)]).elements
        rails.elements += Path(open: [Point(31, 79), Point(65, 79)]).elements
        return [
            .fill(body), .fill(window, .plate), .fill(lampPath, .plate), .line(rails, width: 5, isRoundEnded: true),
        ]
    }
}
