import Geodesy
import NavigationEvents

/// The line of a track or a route of a GPX file, without points that are too close together.
struct TrackLine {
    /// Recorded points nearer to the previous one than this are noise of the receiver, mostly during a stop.
    private static let noiseMeters = 5.0
    /// Planned points nearer to the previous one than this are the same point.
    private static let sameMeters = 0.1

    private(set) var points: [GPXDocument.Point] = []
    /// Distance of each point from the beginning, metres.
    private(set) var meters: [Double] = []
    /// Whether the line was recorded while travelling, with noise of the receiver: it has times, or only the noise.
    let isRecorded: Bool

    var coordinates: [Coordinate] { points.map(\.position) }
    var lengthMeters: Double { meters.last ?? 0 }

    /// Creates the line, of at least two points, which may be equal; `nil` if the source has fewer than two.
    init?(_ line: GPXDocument.Line) {
        guard line.points.count >= 2, let first = line.points.first, let last = line.points.last else { return nil }
        let timed = line.points.count { $0.time != nil }
        isRecorded = line.isTrack && (timed * 10 >= line.points.count * 9 || timed == 0 && Self.isNoisy(line.points))
        let near = isRecorded ? Self.noiseMeters : Self.sameMeters
        points = [first]
        for point in line.points.dropFirst() {
            let kept = points[points.count - 1].position
            if point.stopName != nil || kept.distanceMeters(to: point.position) >= near {
                points.append(point)
            }
        }
        if points.count == 1 || points[points.count - 1].position != last.position {
            // The last point is always kept, since the track ends there.
            if isRecorded, points.count > 2, points[points.count - 1].stopName == nil { points.removeLast() }
            points.append(last)
        }
        meters = points.map(\.position).distancesAlongMeters
    }

    /// Inserts stops into the line.
    ///
    /// - Parameter stops: the stops, each with the index of its segment.
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

    /// Removes all stops except the last point.
    mutating func removeStops() {
        for index in points.indices.dropLast() { points[index].stopName = nil }
    }

    /// Sets the name of the last point.
    mutating func nameEnd(_ name: String) {
        points[points.count - 1].stopName = name
    }
}
