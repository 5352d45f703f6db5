// The pictures of destinations and ferries.

extension SignShapes {
    /// The chequered flag of a destination.
    func flag(left: Double, cell: Double) -> [Shape] {
        let (top, foot) = (13.0, 84.0)
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
            .fill(cells), .line(frame, width: 3),
            .line(pole, width: pens.symbolWidth * 0.65, isRoundEnded: true),
        ]
    }

    /// A road with the destination on its right.
    var destinationRight: [Shape] {
        Arrow(points: [Point(20, 87.5), Point(20, 34)], pens: pens).shapes + flag(left: 46, cell: 10)
    }

    var ferryBoat: [Shape] {
        let hull = Path(closed: [Point(13, 49), Point(83, 49), Point(73, 66), Point(23, 66)])
        let house = Path(x: 28, y: 28, width: 36, height: 16.5, cornerRadius: 2)
        let funnel = Path(x: 46, y: 13, width: 10, height: 14, cornerRadius: 1.5)
        var windows = Path()
        for x in [32.5, 42.5, 52.5] {
            windows.elements += Path(x: x, y: 32.5, width: 7, height: 7, cornerRadius: 1).elements
        }
        return [
            .fill(funnel), .fill(house), .fill(windows, .plate), .fill(hull, edge: 3),
            .line(wave(y: 79), width: pens.symbolWidth / 2, isRoundEnded: true),
        ]
    }

    /// Waves across the picture; whole waves are symmetric.
    private func wave(y: Double) -> Path {
        var path = Path()
        path.move(to: Point(16, y))
        for x in stride(from: 16.0, to: 80, by: 16) {
            path.elements.append(.curve(Point(x + 4, y - 6), Point(x + 12, y - 6), Point(x + 16, y)))
        }
        return path
    }

    /// A train on rails, seen from the front.
    var ferryTrain: [Shape] {
        let body = Path(x: 25, y: 11, width: 46, height: 57, cornerRadius: 11)
        let window = Path(x: 32, y: 21, width: 32, height: 19, cornerRadius: 3)
        var lamps = Path(center: Point(36, 55), radius: 4.5)
        lamps.elements += Path(center: Point(60, 55), radius: 4.5).elements
        var rails = Path(open: [Point(36, 72), Point(24, 87)])
        rails.elements += Path(open: [Point(60, 72), Point(72, 87)]).elements
        rails.elements += Path(open: [Point(31, 80), Point(65, 80)]).elements
        return [
            .fill(body), .fill(window, .plate), .fill(lamps, .plate),
            .line(rails, width: pens.symbolWidth / 2, isRoundEnded: true),
        ]
    }
}
