import Geodesy

/// The streets of a walk that follows turns alone: those of the route, and at each turn a street straight on and one to
/// the other side, so that a walker who misses a turn leaves the route.
struct StreetPlan: Sendable {
    /// The length of a wrong street, metres.
    private static let wrongMeters = 120.0
    /// Streets with directions closer than this are the same street.
    private static let sameDegrees = 25.0

    private(set) var corners: [PlanePoint]
    /// The corners to which streets lead from each corner.
    private(set) var neighbours: [[Int]]

    /// Creates the streets of a route.
    ///
    /// - Parameters:
    ///   - line: The line of the route; adjacent points differ.
    ///   - turns: The indices of the points with a turn.
    init(line: [PlanePoint], turns: Set<Int>) {
        corners = line
        neighbours = line.indices.map { index in [index - 1, index + 1].filter(line.indices.contains) }
        for index in turns where index > 0 && index + 1 < line.count { addWrongStreets(at: index, line) }
    }

    private mutating func addWrongStreets(at index: Int, _ line: [PlanePoint]) {
        let (corner, ahead) = (line[index], line[index - 1].bearing(to: line[index]))
        let turn = Angle.turn(from: ahead, to: corner.bearing(to: line[index + 1]))
        var known = [0.0, turn, 180]
        if abs(turn) < Self.sameDegrees { known.removeFirst() }
        if abs(turn) >= Self.sameDegrees { add(at: index, towards: ahead) }
        if known.allSatisfy({ abs(Angle.turn(from: $0, to: -turn)) >= Self.sameDegrees }) {
            add(at: index, towards: ahead - turn)
        }
    }

    private mutating func add(at index: Int, towards degrees: Double) {
        corners.append(corners[index].moved(Self.wrongMeters, towards: degrees))
        neighbours.append([index])
        neighbours[index].append(corners.count - 1)
    }
}
