/// A spatial index of the segments: boxes over 16 consecutive segments, boxes over 4 boxes, and so on. It finds the
/// segments near a position among a million without checking each.
struct SegmentIndex {
    /// Segments in a box of the lowest level, as a power of two.
    fileprivate static let leafShift = 4
    /// Boxes in a box of the other levels, as a power of two.
    fileprivate static let fanShift = 2

    /// South, west, and north and east with the opposite sign: two boxes intersect if each component is within the
    /// limit of the other.
    fileprivate typealias Box = SIMD4<Double>

    /// The boxes of all levels, the lowest level first; the last one covers the whole route.
    private let boxes: [Box]
    /// Index of the first box of each level in `boxes`, and the end.
    private let starts: [Int]
    private let segmentCount: Int

    init(_ vertices: [RouteVertex]) {
        let segmentCount = max(vertices.count - 1, 0)
        var boxes: [Box] = []
        boxes.reserveCapacity((segmentCount >> Self.leafShift) * 4 / 3 + 16)
        vertices.withUnsafeBufferPointer { vertices in
            for start in stride(from: 0, to: segmentCount, by: 1 << Self.leafShift) {
                var box = Self.point(vertices[start])
                for index in (start + 1)...min(start + (1 << Self.leafShift), segmentCount) {
                    box = pointwiseMin(box, Self.point(vertices[index]))
                }
                boxes.append(box)
            }
        }
        var starts = [0, boxes.count]
        while starts[starts.count - 1] - starts[starts.count - 2] > 1 {
            let below = starts[starts.count - 2]..<starts[starts.count - 1]
            for start in stride(from: below.lowerBound, to: below.upperBound, by: 1 << Self.fanShift) {
                var box = boxes[start]
                for index in start..<min(start + (1 << Self.fanShift), below.upperBound) {
                    box = pointwiseMin(box, boxes[index])
                }
                boxes.append(box)
            }
            starts.append(boxes.count)
        }
        self.segmentCount = segmentCount
        self.boxes = boxes
        self.starts = starts
    }

    @inline(__always)
    private static func point(_ vertex: RouteVertex) -> Box {
        Box(vertex.latitude, vertex.longitude, -vertex.latitude, -vertex.longitude)
    }

    /// Calls `visit` with each range of up to 16 segments that may come within the margins of the position, in order.
    @inline(__always)
    func visitSegments(
        latitude: Double, longitude: Double, latitudeMargin: Double, longitudeMargin: Double,
        within range: Range<Int>, _ visit: (Range<Int>) -> Void
    ) {
        // The upper limits of the four numbers of a box that intersects the window.
        let upperLimits = Box(
            latitude + latitudeMargin, longitude + longitudeMargin, latitudeMargin - latitude,
            longitudeMargin - longitude)
        boxes.withUnsafeBufferPointer { boxes in
            starts.withUnsafeBufferPointer { starts in
                var descent = Descent(boxes: boxes, starts: starts, upperLimits: upperLimits, range: range)
                while let leaf = descent.next() {
                    let first = leaf << Self.leafShift
                    visit((first..<min(first + 1 << Self.leafShift, segmentCount)).clamped(to: range))
                }
            }
        }
    }

    /// A traversal of the levels: down where a box intersects the window, otherwise to the next box.
    private struct Descent {
        private let boxes: UnsafeBufferPointer<Box>
        private let starts: UnsafeBufferPointer<Int>
        private let upperLimits: Box
        private let range: Range<Int>
        private var level: Int
        private var index = 0

        init(
            boxes: UnsafeBufferPointer<Box>, starts: UnsafeBufferPointer<Int>, upperLimits: Box, range: Range<Int>
        ) {
            self.boxes = boxes
            self.starts = starts
            self.upperLimits = upperLimits
            self.range = range
            level = starts.count - 2
        }

        /// The next box of the lowest level that intersects the window.
        @inline(__always)
        mutating func next() -> Int? {
            let top = starts.count - 2
            while level <= top, level < top || index == 0 {
                let shift = SegmentIndex.leafShift + SegmentIndex.fanShift * level
                guard index << shift < range.upperBound else { return nil }
                let touches =
                    (index + 1) << shift > range.lowerBound && all(boxes[starts[level] + index] .<= upperLimits)
                if touches, level > 0 {
                    level -= 1
                    index <<= SegmentIndex.fanShift
                    continue
                }
                let found = index
                moveToNextBox(top)
                if touches { return found }
            }
            return nil
        }

        /// Moves to the next box of this level, or of the level above after its last one.
        @inline(__always)
        private mutating func moveToNextBox(_ top: Int) {
            index += 1
            while level < top,
                index & (1 << SegmentIndex.fanShift - 1) == 0 || index == starts[level + 1] - starts[level]
            {
                index = (index - 1) >> SegmentIndex.fanShift + 1
                level += 1
            }
        }
    }
}
