import Geodesy

/// The streets of a walk that follows turns alone: those of the route, and at each of its turns a street straight on and
/// one to the other side, so that who misses a turn or takes the wrong one gets astray.
struct StreetPlan: Sendable {
    /// How long a wrong street is, metres.
    private static let wrongMeters = 120.0
    /// Streets closer in direction than this are the same street.
    private static let sameDegrees = 25.0

    private(set) var corners: [PlanePoint]
    /// The corners that streets lead to from each.
    private(set) var neighbours: [[Int]]

    /// - Parameter line: Of the route; neighbouring places differ.
    /// - Parameter turns: Indices into the line where there is a turn.
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
