import NavigationEvents

/// The directions of a lane in the formats of the providers, from left to right.
enum LaneTable {
    struct Row {
        /// The bit in Valhalla's masks.
        var mask: Int
        /// The names in the OSRM format.
        var words: [String]
        var shape: LaneShape
        /// Middle of the range of the shape, degrees, positive to the right.
        var angleDegrees: Double
    }

    static let rows: [Row] = [
        Row(mask: 0x100, words: ["uturn"], shape: .uTurnLeft, angleDegrees: -180),
        Row(mask: 0x004, words: ["sharp left"], shape: .sharpLeft, angleDegrees: -135),
        Row(mask: 0x008, words: ["left"], shape: .normalLeft, angleDegrees: -90),
        Row(mask: 0x010, words: ["slight left"], shape: .slightLeft, angleDegrees: -45),
        Row(mask: 0x200, words: ["merge to left"], shape: .slightLeft, angleDegrees: -45),
        Row(mask: 0x002, words: ["straight", "through"], shape: .straight, angleDegrees: 0),
        Row(mask: 0x400, words: ["merge to right"], shape: .slightRight, angleDegrees: 45),
        Row(mask: 0x020, words: ["slight right"], shape: .slightRight, angleDegrees: 45),
        Row(mask: 0x040, words: ["right"], shape: .normalRight, angleDegrees: 90),
        Row(mask: 0x080, words: ["sharp right"], shape: .sharpRight, angleDegrees: 135),
    ]

    /// A lane with its directions from left to right. U-turns are on the side of oncoming traffic.
    static func lane(_ directions: [(row: Row, isRecommended: Bool)], drivingSide: DrivingSide) -> Lane {
        let shaped = directions.map { direction in
            var (row, isRecommended) = direction
            if row.shape == .uTurnLeft, drivingSide == .left {
                row.shape = .uTurnRight
                row.angleDegrees = 180
            }
            return (row, isRecommended)
        }
        let sorted = shaped.sorted { $0.0.angleDegrees < $1.0.angleDegrees }
        return Lane(directions: sorted.map { LaneDirection(shape: $0.0.shape, isRecommended: $0.1) })
    }

    /// A lane with its U-turn on the side of oncoming traffic, once the driving side is known.
    static func turnedAround(_ lane: Lane, drivingSide: DrivingSide) -> Lane {
        guard drivingSide == .left, let uTurn = lane.directions.first, uTurn.shape == .uTurnLeft else { return lane }
        let turned = LaneDirection(shape: .uTurnRight, isRecommended: uTurn.isRecommended)
        return Lane(directions: lane.directions.dropFirst() + [turned])
    }

    /// A lane without arrows.
    static func blank(isRecommended: Bool) -> Lane {
        Lane(directions: [LaneDirection(shape: .unknown, isRecommended: isRecommended)])
    }
}
