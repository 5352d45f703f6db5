import Geodesy
import NavigationEvents

/// The line of a track or a route of a GPX file, without the points that say nothing.
struct TrackLine {
    /// Recorded points this near to the last one are the receiver's unrest, above all where one stood.
    private static let restlessMeters = 5.0
    /// Drawn points this near to the last one are the same point.
    private static let sameMeters = 0.1

    private(set) var points: [GPXDocument.Point] = []
    /// Metres of each point from the beginning.
    private(set) var meters: [Double] = []
    /// Whether it was recorded while travelling, with times and with a receiver's noise.
    let isRecorded: Bool

    var coordinates: [Coordinate] { points.map(\.position) }
    var lengthMeters: Double { meters.last ?? 0 }

    /// At least two points; a line that never leaves its place has the same one twice.
    init?(_ line: GPXDocument.Line) {
        guard line.points.count >= 2, let first = line.points.first, let last = line.points.last else { return nil }
        let timed = line.points.count { $0.seconds != nil }
        isRecorded = line.isTrack && timed * 10 >= line.points.count * 9
        let near = isRecorded ? Self.restlessMeters : Self.sameMeters
        points = [first]
        for point in line.points.dropFirst() {
            let kept = points[points.count - 1].position
            if point.stopName != nil || kept.distanceMeters(to: point.position) >= near {
                points.append(point)
            }
        }
        if points.count == 1 || points[points.count - 1].position != last.position {
            // The last point is where the track ends, however near the one before it.
            if isRecorded, points.count > 2, points[points.count - 1].stopName == nil { points.removeLast() }
            points.append(last)
        }
        meters = points.map(\.position).distancesAlongMeters
    }

    /// Puts a stop into the line.
    ///
    /// - Parameter segment: index of the segment that it lies beside.
    mutating func insert(_ stops: [(segment: Int, point: GPXDocument.Point)]) {
        var inserted: [GPXDocument.Point] = []
        inserted.reserveCapacity(points.count + stops.count)
        var rest = stops[...]
        for (index, point) in points.enumerated() {
            inserted.append(point)
            while let stop = rest.first, stop.segment == index {
                inserted.append(stop.point)
                rest.removeFirst()
            }
        }
        points = inserted
        meters = points.map(\.position).distancesAlongMeters
    }

    /// Makes every point but the last one of those that only shape the line.
    mutating func forgetStops() {
        for index in points.indices.dropLast() { points[index].stopName = nil }
    }

    /// Names the end of the line.
    mutating func nameEnd(_ name: String) {
        points[points.count - 1].stopName = name
    }
}
