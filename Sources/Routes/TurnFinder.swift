import Glibc
import NavigationEvents

/// Finds the turns of a line that nobody described.
///
/// The line is smoothed to what stands out of a receiver's noise. A turn is where the direction of the 25 m behind a
/// point differs from that of the 25 m before it by 30° or more, on recorded tracks by 45° or more. Places nearer to
/// each other than 25 m are one turn, whose angle is that from before the first to behind the last: a roundabout that is
/// crossed straight, or a swerve, is none. Longer bends are the road's own, save for a corner of 60° within 10 m of it.
struct TurnFinder {
    struct Turn: Hashable {
        /// Index of the point where it is made.
        var index: Int
        /// Degrees, positive to the right, -180...180.
        var angleDegrees: Double
    }

    private static let windowMeters = 25.0
    private static let longestTurnMeters = 80.0
    private static let cornerMeters = 10.0
    private static let cornerDegrees = 60.0
    /// More turning than this within one turn is a loop; it is told by its side.
    private static let loopDegrees = 225.0

    private let line: SmoothLine
    private let leastDegrees: Double

    /// - Parameter isRecorded: whether the line has a receiver's noise.
    init(_ coordinates: [Coordinate], isRecorded: Bool) {
        line = SmoothLine(coordinates, toleranceMeters: isRecorded ? 12 : 2)
        leastDegrees = isRecorded ? 45 : 30
    }

    /// The turns in their order; none at the ends of the line.
    var turns: [Turn] {
        var turns: [Turn] = []
        var group: [Int] = []
        for vertex in line.vertices.indices.dropFirst().dropLast() where isCandidate(vertex) {
            if let last = group.last, line.meters[vertex] - line.meters[last] > Self.windowMeters {
                turns += self.turns(of: group)
                group = []
            }
            group.append(vertex)
        }
        return (turns + self.turns(of: group)).reduce(into: []) { ordered, turn in
            // Corners are looked for around their places; two that are found in one point are one.
            if turn.index > ordered.last?.index ?? 0 { ordered.append(turn) }
        }
    }

    private func isCandidate(_ vertex: Int) -> Bool {
        let place = line.meters[vertex]
        guard place >= Self.cornerMeters, line.lengthMeters - place >= Self.cornerMeters else { return false }
        return abs(line.bendDegrees(at: vertex, windowMeters: Self.windowMeters)) >= leastDegrees
    }

    private func turns(of group: [Int]) -> [Turn] {
        guard let first = group.first, let last = group.last else { return [] }
        guard line.meters[last] - line.meters[first] <= Self.longestTurnMeters else { return corners(of: group) }
        let angle = first == last ? line.bendDegrees(at: first, windowMeters: Self.windowMeters) : angle(first, last)
        guard abs(angle) >= leastDegrees else { return [] }
        let sharpest = group.max { bend(at: $0) < bend(at: $1) } ?? first
        return [Turn(index: line.cornerIndex(at: sharpest, windowMeters: Self.windowMeters), angleDegrees: angle)]
    }

    private func bend(at vertex: Int) -> Double {
        abs(line.bendDegrees(at: vertex, windowMeters: Self.cornerMeters))
    }

    /// What all bends to the same side add up to, else what is left of bends to both.
    private func angle(_ first: Int, _ last: Int) -> Double {
        let bends = (first...last).map { line.bendDegrees(at: $0, windowMeters: 0) }
        let sum = bends.reduce(0, +)
        let isOneSided = abs(abs(sum) - bends.reduce(0) { $0 + abs($1) }) < 20
        guard isOneSided else { return line.bendDegrees(from: first, to: last, windowMeters: Self.windowMeters) }
        if abs(sum) > Self.loopDegrees { return sum < 0 ? -160 : 160 }
        return min(180, max(-180, sum))
    }

    private func corners(of group: [Int]) -> [Turn] {
        group.compactMap { vertex in
            let angle = line.bendDegrees(at: vertex, windowMeters: Self.cornerMeters)
            return abs(angle) >= Self.cornerDegrees ? Turn(index: line.vertices[vertex], angleDegrees: angle) : nil
        }
    }
}

extension TurnFinder.Turn {
    /// The turn in words; measured directions of two stretches of 25 m differ by some degrees from the road's.
    var maneuver: Maneuver {
        let isRight = angleDegrees > 0
        switch abs(angleDegrees) {
        case ..<45: return isRight ? .turnSlightRight : .turnSlightLeft
        case ..<135: return isRight ? .turnRight : .turnLeft
        case ..<170: return isRight ? .turnSharpRight : .turnSharpLeft
        default: return isRight && angleDegrees < 180 ? .turnUTurnClockwise : .turnUTurnCounterclockwise
        }
    }
}
