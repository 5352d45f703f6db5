/// Boxes over 16 consecutive segments, boxes over 16 boxes, and so on: finds the segments near a place in a
/// million without looking at each.
struct RouteBoxes {
    private static let fanShift = 4

    private struct Box {
        var south: Double
        var north: Double
        var west: Double
        var east: Double

        func meets(_ other: Box) -> Bool {
            south <= other.north && north >= other.south && west <= other.east && east >= other.west
        }

        mutating func enclose(_ other: Box) {
            south = min(south, other.south)
            north = max(north, other.north)
            west = min(west, other.west)
            east = max(east, other.east)
        }
    }

    /// The boxes of all levels, the lowest level first; the last one covers the whole route.
    private let boxes: [Box]
    /// Where each level begins in `boxes`; one more entry for the end.
    private let starts: [Int]
    private let segmentCount: Int

    init(_ vertices: [RouteVertex]) {
        segmentCount = max(vertices.count - 1, 0)
        var boxes: [Box] = []
        boxes.reserveCapacity((segmentCount >> Self.fanShift) * 17 / 16 + 8)
        for start in stride(from: 0, to: segmentCount, by: 1 << Self.fanShift) {
            let end = min(start + (1 << Self.fanShift), segmentCount)
            var box = Self.point(vertices[start])
            for index in (start + 1)...end { box.enclose(Self.point(vertices[index])) }
            boxes.append(box)
        }
        var starts = [0, boxes.count]
        while starts[starts.count - 1] - starts[starts.count - 2] > 1 {
            let below = starts[starts.count - 2]..<starts[starts.count - 1]
            for start in stride(from: below.lowerBound, to: below.upperBound, by: 1 << Self.fanShift) {
                var box = boxes[start]
                for index in start..<min(start + (1 << Self.fanShift), below.upperBound) { box.enclose(boxes[index]) }
                boxes.append(box)
            }
            starts.append(boxes.count)
        }
        self.boxes = boxes
        self.starts = starts
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
        boxes.withUnsafeBufferPointer { boxes in
            starts.withUnsafeBufferPointer { starts in
                let descent = Descent(
                    boxes: boxes, starts: starts, window: window, range: range, segmentCount: segmentCount)
                descent.visit(level: starts.count - 2, index: 0, visit)
            }
        }
    }

    /// One way down through the levels.
    private struct Descent {
        let boxes: UnsafeBufferPointer<Box>
        let starts: UnsafeBufferPointer<Int>
        let window: Box
        let range: Range<Int>
        let segmentCount: Int

        func visit(level: Int, index: Int, _ visitor: (Range<Int>) -> Void) {
            let shift = RouteBoxes.fanShift * (level + 1)
            let covered = (index << shift)..<min((index + 1) << shift, segmentCount)
            guard covered.overlaps(range), boxes[starts[level] + index].meets(window) else { return }
            if level == 0 {
                visitor(covered.clamped(to: range))
                return
            }
            let children = starts[level] - starts[level - 1]
            for child in (index << RouteBoxes.fanShift)..<min((index + 1) << RouteBoxes.fanShift, children) {
                visit(level: level - 1, index: child, visitor)
            }
        }
    }
}
