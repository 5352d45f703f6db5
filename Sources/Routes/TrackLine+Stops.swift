import Geodesy
import NavigationEvents

extension TrackLine {
    /// Waypoints nearer to the line than this are stops, metres.
    private static let besideMeters = 50.0
    /// With more named points than this, the points are only numbered and are not stops.
    private static let maxStops = 100
    private static let boxLength = 64
    private static let maxComparisons = 100_000_000

    /// Adds the waypoints beside the line as stops, each at its first passage, unless points of the line are stops.
    mutating func addStops(_ places: [GPXDocument.Waypoint]) throws(RouteError) {
        if points.dropFirst().dropLast().count(where: { $0.stopName != nil }) > Self.maxStops {
            removeStops()
        }
        guard !points.dropFirst().dropLast().contains(where: { $0.stopName != nil }), !places.isEmpty else { return }
        let boxes = boxes
        var stops: [(segment: Int, point: GPXDocument.Point)] = []
        var comparisons = 0
        for place in places {
            let found = foot(of: place.position, boxes, &comparisons)
            guard comparisons <= Self.maxComparisons else {
                throw .tooLarge(what: "points beside waypoints", count: comparisons, limit: Self.maxComparisons)
            }
            guard let found else { continue }
            if found.meters > lengthMeters - Self.besideMeters {
                nameEnd(place.name)
            } else if found.meters > Self.besideMeters {
                let point = GPXDocument.Point(position: found.position, stopName: place.name)
                stops.append((segment: found.segment, point: point))
            }
        }
        guard stops.count <= Self.maxStops else { return }
        stops.sort { ($0.segment, distance($0)) < ($1.segment, distance($1)) }
        insert(stops)
    }

    private func distance(_ stop: (segment: Int, point: GPXDocument.Point)) -> Double {
        points[stop.segment].position.distanceMeters(to: stop.point.position)
    }

    /// A stretch of the line with its range of latitudes.
    private struct Box {
        var segments: Range<Int>
        var south, north: Double
    }

    private var boxes: [Box] {
        stride(from: 0, to: points.count - 1, by: Self.boxLength).map { start in
            let end = min(start + Self.boxLength, points.count - 1)
            let latitudes = points[start...end].map(\.position.latitudeDegrees)
            return Box(segments: start..<end, south: latitudes.min() ?? 0, north: latitudes.max() ?? 0)
        }
    }

    private struct Foot {
        var segment: Int
        var position: Coordinate
        var meters: Double
    }

    /// The first point of the line that is nearest to a position, within the width of a street.
    private func foot(of place: Coordinate, _ boxes: [Box], _ comparisons: inout Int) -> Foot? {
        let reachDegrees = Self.besideMeters / 110_500
        var best: (foot: Foot, away: Double)?
        for box in boxes
        where box.south - reachDegrees <= place.latitudeDegrees && place.latitudeDegrees <= box.north + reachDegrees {
            comparisons += box.segments.count
            for segment in box.segments {
                let (foot, away) = foot(of: place, segment)
                guard away <= Self.besideMeters,
                    away < (best?.away ?? .infinity) - 10 || best == nil
                        || (away < (best?.away ?? 0) && foot.meters - (best?.foot.meters ?? 0) < 200)
                else { continue }
                best = (foot, away)
            }
        }
        return best?.foot
    }

    private func foot(of place: Coordinate, _ segment: Int) -> (Foot, Double) {
        let (start, end) = (points[segment].position, points[segment + 1].position)
        let (alongEast, alongNorth) = start.offsetMeters(to: end)
        let (east, north) = start.offsetMeters(to: place)
        let square = alongEast * alongEast + alongNorth * alongNorth
        let share = square > 0 ? min(1, max(0, (east * alongEast + north * alongNorth) / square)) : 0
        let (x, y) = (east - share * alongEast, north - share * alongNorth)
        let longitude = start.longitudeDegrees + share * Angle.signed(end.longitudeDegrees - start.longitudeDegrees)
        let position = Coordinate(
            latitudeDegrees: start.latitudeDegrees + share * (end.latitudeDegrees - start.latitudeDegrees),
            longitudeDegrees: abs(longitude) <= 180 ? longitude : Angle.signed(longitude))
        let meters = self.meters[segment] + share * (self.meters[segment + 1] - self.meters[segment])
        return (Foot(segment: segment, position: position, meters: meters), (x * x + y * y).squareRoot())
    }
}
