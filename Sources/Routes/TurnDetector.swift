import Glibc
import NavigationEvents

/// Derives turns from a line without maneuvers.
///
/// The line is simplified to remove the noise of the receiver. A turn is a point at which the directions of the 25 m
/// before and after it differ by at least 30°, on recorded tracks by at least 45°. Points within 25 m of each other
/// are one turn, with the angle from before the first to after the last: a roundabout crossed straight ahead, or a
/// swerve, is not a turn. Longer bends are bends of the road, except for corners of 60° within 10 m.
struct TurnDetector {
    struct Turn: Hashable {
        /// Index of the point of the turn.
        var index: Int
        /// Change of direction, degrees, positive to the right, -180...180.
        var angleDegrees: Double
    }

    private static let windowMeters = 25.0
    private static let maxTurnMeters = 80.0
    private static let cornerMeters = 10.0
    private static let cornerDegrees = 60.0
    /// A turn by more than this is a loop, of which only the side is reported.
    private static let loopDegrees = 225.0

    private let line: SimplifiedLine
    private let minDegrees: Double

    /// - Parameters:
    ///   - coordinates: the line.
    ///   - isRecorded: whether the line has noise of a receiver.
    init(_ coordinates: [Coordinate], isRecorded: Bool) {
        line = SimplifiedLine(coordinates, toleranceMeters: isRecorded ? 12 : 2)
        minDegrees = isRecorded ? 45 : 30
    }

    /// The turns in the order of the line, none of them at its ends.
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
            // Corners are searched around the points of turns; two corners at the same point are one.
            if turn.index > ordered.last?.index ?? 0 { ordered.append(turn) }
        }
    }

    private func isCandidate(_ vertex: Int) -> Bool {
        let place = line.meters[vertex]
        guard place >= Self.cornerMeters, line.lengthMeters - place >= Self.cornerMeters else { return false }
        return abs(line.bendDegrees(at: vertex, windowMeters: Self.windowMeters)) >= minDegrees
    }

    private func turns(of group: [Int]) -> [Turn] {
        guard let first = group.first, let last = group.last else { return [] }
        guard line.meters[last] - line.meters[first] <= Self.maxTurnMeters else { return corners(of: group) }
        let angle = first == last ? line.bendDegrees(at: first, windowMeters: Self.windowMeters) : angle(first, last)
        guard abs(angle) >= minDegrees else { return [] }
        let sharpest = group.max { bend(at: $0) < bend(at: $1) } ?? first
        return [Turn(index: line.cornerIndex(at: sharpest, windowMeters: Self.windowMeters), angleDegrees: angle)]
    }

    private func bend(at vertex: Int) -> Double {
        abs(line.bendDegrees(at: vertex, windowMeters: Self.cornerMeters))
    }

    /// The sum of all bends if they are to the same side, otherwise the change from the first to the last direction.
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

extension TurnDetector.Turn {
    /// The maneuver of the turn. The limits allow for errors of a few degrees in the measured directions.
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
