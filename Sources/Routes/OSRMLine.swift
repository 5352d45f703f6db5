import Geodesy
import NavigationEvents

/// The line of a route in the OSRM format, joined from the lines of its steps, with tunnels, limits, tolls and borders.
struct OSRMLine {
    let precision: Polyline.Precision
    private(set) var points: [Coordinate] = []
    private(set) var tunnels: [GeometrySpan] = []
    private(set) var ferries: [GeometrySpan] = []
    private(set) var tolls: [GeometrySpan] = []
    private(set) var tollBooths: [Int] = []
    private(set) var speedLimits: [SpeedLimitSpan] = []
    private(set) var borders: [ProviderBorder] = []
    private var country: String?
    /// Number of comparisons with positions that are not on the line.
    private var missedComparisons = 0
    private static let maxMissedComparisons = 20_000_000

    init(precision: Polyline.Precision) { self.precision = precision }

    /// Appends the line of a step, which begins at the end of the previous one.
    ///
    /// - Parameters:
    ///   - step: the step.
    ///   - isFirst: whether the step is the first of its leg.
    ///   - isLast: whether the step is the arrival; its line is the last point of the leg, once or twice.
    ///   - path: the path of the step in the document, for errors.
    /// - Returns: index of the first point of the step.
    mutating func append(
        _ step: OSRMAnswer.Step, isFirst: Bool, isLast: Bool, path: @autoclosure () -> String
    ) throws(RouteError) -> Int {
        let added = try step.geometry.points(precision, path: "\(path()).geometry")
        guard let first = added.first else { throw .tooFewPoints(path: "\(path()).geometry", count: 0) }
        try check(step.maneuver.location.coordinate, isNear: first, path: path())
        guard let last = points.last, last.isSamePoint(as: first) else {
            guard isFirst || points.isEmpty else {
                throw .inconsistent(path: path(), problem: "does not begin where the step before it ends")
            }
            points.append(contentsOf: added)
            return points.count - added.count
        }
        let index = points.count - 1
        if !isLast || added.contains(where: { !$0.isSamePoint(as: first) }) {
            points.append(contentsOf: added.dropFirst())
        }
        return index
    }

    /// Index of the point nearest to a position, from a start index; `nil` if the document has so many positions beside
    /// its line that the search would take minutes.
    mutating func index(of place: Coordinate, from start: Int) -> Int? {
        var best = start
        var least = Double.infinity
        for index in start..<points.count {
            let away =
                abs(points[index].latitudeDegrees - place.latitudeDegrees)
                + abs(points[index].longitudeDegrees - place.longitudeDegrees)
            if away < least { (best, least) = (index, away) }
            // Positions on the line are found in order, and all of them together cost one pass along it.
            if away < Coordinate.roundingDegrees { return index }
        }
        missedComparisons += points.count - start
        return missedComparisons <= Self.maxMissedComparisons ? best : nil
    }

    /// Adds a tunnel between two points, joined with an adjacent one.
    mutating func addTunnel(from start: Int, to end: Int) { tunnels.join(from: start, to: end) }

    /// Adds a stretch with a toll between two points, joined with an adjacent one.
    mutating func addToll(from start: Int, to end: Int) { tolls.join(from: start, to: end) }

    /// Adds a toll booth, on a stretch of its own if the road has no toll.
    mutating func addTollBooth(at index: Int) {
        tollBooths.append(index)
        addToll(from: index, to: min(index + 1, points.count - 1))
    }

    /// Adds a ferry from a point to the present end of the line, joined with an adjacent one.
    mutating func addFerry(from start: Int) { ferries.join(from: start, to: points.count - 1) }

    /// Whether a country differs from the present one.
    func isAbroad(_ country: String?) -> Bool {
        guard let country, let last = self.country else { return false }
        return country != last
    }

    /// Sets the country after a point, and adds a border if it differs; `nil` changes nothing.
    mutating func enter(_ country: String?, at index: Int) {
        guard let country else { return }
        if isAbroad(country) { borders.append(ProviderBorder(geometryIndex: index, countryCode: country)) }
        self.country = country
    }

    /// Adds the speed limit of a segment, joined with adjacent segments of the same limit.
    mutating func addSpeedLimit(_ limit: SpeedLimit, segment start: Int) {
        guard start + 1 < points.count else { return }
        if let last = speedLimits.last, last.span.toIndex == start, last.limit == limit {
            speedLimits[speedLimits.count - 1].span.toIndex = start + 1
        } else {
            speedLimits.append(
                SpeedLimitSpan(span: GeometrySpan(fromIndex: start, toIndex: start + 1), limit: limit))
        }
    }

    private func check(_ place: Coordinate, isNear point: Coordinate, path: String) throws(RouteError) {
        guard place.isValid else {
            throw .badCoordinate(
                path: "\(path).maneuver.location", index: 0, latitudeDegrees: place.latitudeDegrees,
                longitudeDegrees: place.longitudeDegrees)
        }
        let away = place.distanceMeters(to: point)
        guard away < 1000 else {
            throw .inconsistent(
                path: path, problem: "has its maneuver \(Int(clamping: away)) m from the beginning of its geometry")
        }
    }
}

extension Coordinate {
    /// Maximum difference of coordinates that are written with five decimals.
    fileprivate static var roundingDegrees: Double { 2.1e-5 }

    fileprivate func isSamePoint(as other: Coordinate) -> Bool {
        abs(latitudeDegrees - other.latitudeDegrees) < 1.1e-5 && abs(longitudeDegrees - other.longitudeDegrees) < 1.1e-5
    }
}
