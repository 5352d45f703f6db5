/// The free places for labels of a picture, as a grid of cells.
struct LabelGrid {
    /// The side of a cell in pixels.
    private static let side = 6.0
    private let columns: Int
    private let rows: Int
    private var isTaken: [Bool]

    init(size: SIMD2<Double>) {
        (columns, rows) = (Int(size.x / Self.side) + 1, Int(size.y / Self.side) + 1)
        isTaken = Array(repeating: false, count: columns * rows)
    }

    /// Takes the cells of boxes if all are free.
    ///
    /// - Returns: Whether the boxes were free.
    mutating func take(_ boxes: [(low: SIMD2<Double>, high: SIMD2<Double>)]) -> Bool {
        let areas = boxes.map(cells)
        for (xs, ys) in areas {
            for y in ys where xs.contains(where: { isTaken[y * columns + $0] }) { return false }
        }
        for (xs, ys) in areas { for y in ys { for x in xs { isTaken[y * columns + x] = true } } }
        return true
    }

    private func cells(_ box: (low: SIMD2<Double>, high: SIMD2<Double>)) -> (Range<Int>, Range<Int>) {
        func range(_ from: Double, _ to: Double, _ count: Int) -> Range<Int> {
            let first = min(max(Int(from / Self.side), 0), count)
            return first..<max(min(Int(to / Self.side) + 1, count), first)
        }
        return (range(box.low.x, box.high.x, columns), range(box.low.y, box.high.y, rows))
    }
}
