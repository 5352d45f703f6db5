import CCairo

/// Lines in pixels, without the parts outside the picture.
struct ScreenLines {
    /// The points of all lines.
    private(set) var points: [SIMD2<Double>] = []
    /// The indices of the first points.
    private(set) var starts: [Int] = []
    private let low: SIMD2<Double>
    private let high: SIMD2<Double>

    /// Points nearer to the one before than this are left out, pixels.
    private static let minDistance = 0.7

    /// - Parameters:
    ///   - size: The size of the picture in pixels.
    ///   - margin: The visible distance outside it, half of the width of a line.
    init(size: SIMD2<Double>, margin: Double) {
        (low, high) = (SIMD2(repeating: -margin), size + margin)
    }

    var isEmpty: Bool { starts.isEmpty }

    /// Adds a line of a tile, in pieces that may be visible.
    mutating func add(line: ArraySlice<SIMD2<Float>>, _ tile: TilePlacement) {
        guard let first = line.first else { return }
        var before = tile.screen(first)
        var isOpen = false
        let last = line.endIndex - 1
        for index in line.indices.dropFirst() {
            let point = tile.screen(line[index])
            let step = point - before
            guard index == last || abs(step.x) + abs(step.y) >= Self.minDistance else { continue }
            if isOutside(before, point) {
                isOpen = false
            } else {
                if !isOpen { begin(before) }
                points.append(point)
                isOpen = true
            }
            before = point
        }
    }

    /// Adds a ring of a tile as a whole.
    mutating func add(ring: ArraySlice<SIMD2<Float>>, _ tile: TilePlacement) {
        guard let first = ring.first, ring.count > 2 else { return }
        var before = tile.screen(first)
        begin(before)
        for point in ring.dropFirst() {
            let point = tile.screen(point)
            let step = point - before
            guard abs(step.x) + abs(step.y) >= Self.minDistance else { continue }
            points.append(point)
            before = point
        }
    }

    /// Adds a line that may extend over the whole world: each segment is cut at the edge of the picture.
    mutating func add(route: [SIMD2<Double>]) {
        var end: SIMD2<Double>?
        for (from, to) in zip(route, route.dropFirst()) {
            guard let (from, to) = clipped(from, to) else { continue }
            if end != from { begin(from) }
            points.append(to)
            end = to
        }
    }

    private mutating func begin(_ point: SIMD2<Double>) {
        starts.append(points.count)
        points.append(point)
    }

    /// Whether a segment is outside one of the edges.
    private func isOutside(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
        max(a.x, b.x) < low.x || min(a.x, b.x) > high.x || max(a.y, b.y) < low.y || min(a.y, b.y) > high.y
    }

    /// The visible part of a segment, by the method of Liang and Barsky; `nil` if there is none.
    private func clipped(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> (SIMD2<Double>, SIMD2<Double>)? {
        let step = b - a
        var (enter, leave) = (0.0, 1.0)
        for axis in 0..<2 {
            guard step[axis] != 0 else {
                guard a[axis] >= low[axis], a[axis] <= high[axis] else { return nil }
                continue
            }
            let (one, two) = ((low[axis] - a[axis]) / step[axis], (high[axis] - a[axis]) / step[axis])
            enter = max(enter, min(one, two))
            leave = min(leave, max(one, two))
        }
        guard enter < leave else { return nil }
        return (enter == 0 ? a : a + step * enter, leave == 1 ? b : a + step * leave)
    }

    /// Adds the lines to the path of a context.
    func add(to context: OpaquePointer?, isClosed: Bool = false) {
        for (number, start) in starts.enumerated() {
            let end = number + 1 < starts.count ? starts[number + 1] : points.count
            cairo_move_to(context, points[start].x, points[start].y)
            for point in points[start + 1..<end] { cairo_line_to(context, point.x, point.y) }
            if isClosed { cairo_close_path(context) }
        }
    }
}
