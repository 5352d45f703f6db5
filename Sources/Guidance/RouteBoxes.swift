/// Boxes over 16 consecutive segments, boxes over 16 boxes, and so on: finds the segments near a place in a
/// million without looking at each.
struct RouteBoxes {
    private static let fanShift = 4

    private struct Box {
        var south: Double
        var north: Double
        var west: Double
        var east: Double

        mutating func enclose(_ other: Box) {
            south = min(south, other.south)
            north = max(north, other.north)
            west = min(west, other.west)
            east = max(east, other.east)
        }
    }

    /// `levels[0]` covers 16 segments a box; the last level has one box.
    private let levels: [[Box]]
    private let segmentCount: Int

    init(_ vertices: [RouteVertex]) {
        segmentCount = max(vertices.count - 1, 0)
        var lowest: [Box] = []
        lowest.reserveCapacity((segmentCount >> Self.fanShift) + 1)
        for start in stride(from: 0, to: segmentCount, by: 1 << Self.fanShift) {
            let end = min(start + (1 << Self.fanShift), segmentCount)
            var box = Self.point(vertices[start])
            for index in (start + 1)...end { box.enclose(Self.point(vertices[index])) }
            lowest.append(box)
        }
        var levels = [lowest]
        while let below = levels.last, below.count > 1 {
            levels.append(
                stride(from: 0, to: below.count, by: 1 << Self.fanShift).map { start in
                    var box = below[start]
                    for other in below[start..<min(start + (1 << Self.fanShift), below.count)] { box.enclose(other) }
                    return box
                })
        }
        self.levels = levels
    }

    private static func point(_ vertex: RouteVertex) -> Box {
        Box(south: vertex.latitude, north: vertex.latitude, west: vertex.longitude, east: vertex.longitude)
    }

    /// Calls `visit` with every run of up to 16 segments that may come within the margins of the place.
    func visitSegments(
        latitude: Double, longitude: Double, latitudeMargin: Double, longitudeMargin: Double,
        within range: Range<Int>, _ visit: (Range<Int>) -> Void
    ) {
        let window = Box(
            south: latitude - latitudeMargin, north: latitude + latitudeMargin,
            west: longitude - longitudeMargin, east: longitude + longitudeMargin)
        descend(level: levels.count - 1, index: 0, window: window, range: range, visit)
    }

    private func descend(level: Int, index: Int, window: Box, range: Range<Int>, _ visit: (Range<Int>) -> Void) {
        let shift = Self.fanShift * (level + 1)
        let covered = (index << shift)..<min((index + 1) << shift, segmentCount)
        guard covered.lowerBound < segmentCount, covered.overlaps(range) else { return }
        let box = levels[level][index]
        guard box.south <= window.north, box.north >= window.south, box.west <= window.east, box.east >= window.west
        else { return }
        if level == 0 {
            visit(covered.clamped(to: range))
            return
        }
        let children = levels[level - 1].count
        for child in (index << Self.fanShift)..<min((index + 1) << Self.fanShift, children) {
            descend(level: level - 1, index: child, window: window, range: range, visit)
        }
    }
}
