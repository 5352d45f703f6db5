/// Distinguishability of the situations of a table.
extension PatternTable {
    /// Two situations, and the number of smallest perceptible differences between them.
    struct Likeness: Hashable, Sendable {
        var one: PatternName
        var other: PatternName
        var steps: Double
    }

    /// The two situations that are hardest to tell apart on the motors of the table, or on other motors.
    func mostAlike(on motors: HapticMotors? = nil) -> Likeness? {
        let motors = motors ?? self.motors
        let felt = PatternName.allCases.filter { $0 != .roundaboutExit && !pulses($0).isEmpty }
            .map { (name: $0, ways: self.felt($0, on: motors)) }
        var least: Likeness?
        for (index, one) in felt.enumerated() {
            for other in felt.dropFirst(index + 1) {
                let steps = Self.steps(one.ways, other.ways)
                if steps < least?.steps ?? .infinity {
                    least = Likeness(one: one.name, other: other.name, steps: steps)
                }
            }
        }
        return least
    }

    /// The number of smallest perceptible differences between two situations, in their most similar variants: pointers
    /// of any strength, roundabouts with any exit.
    func steps(from one: PatternName, to other: PatternName, on motors: HapticMotors? = nil) -> Double {
        Self.steps(felt(one, on: motors ?? self.motors), felt(other, on: motors ?? self.motors))
    }

    private static func steps(_ ones: [FeltPattern], _ others: [FeltPattern]) -> Double {
        ones.flatMap { one in others.map { one.steps(to: $0) } }.min() ?? .infinity
    }

    /// The variants of a situation.
    private func felt(_ name: PatternName, on motors: HapticMotors) -> [FeltPattern] {
        let row = pulses(name)
        switch name {
        case .steerLeft, .steerRight, .steerBehind:
            let errors = name == .steerBehind ? [150.0, 180] : [steering.leastDegrees, 45, 60, 75, 90, 120, 150]
            return errors.map { error in
                let way = name == .steerLeft ? 360 - error : error
                return FeltPattern(row, on: motors, wayDegrees: way, share: steering.share(errorDegrees: error))
            }
        case .prepareRoundabout, .nowRoundabout:
            return (0...4).map { exits in
                FeltPattern(
                    row + Array(repeatElement(pulses(.roundaboutExit), count: exits).joined()), on: motors,
                    wayDegrees: nil)
            }
        default: return name.ways.map { FeltPattern(row, on: motors, wayDegrees: $0) }
        }
    }
}

extension PatternName {
    /// The direction of a situation, degrees clockwise from straight ahead; `nil` for none, or if its name does not
    /// tell.
    var wayDegrees: Double? {
        switch self {
        case .prepareLeft, .nowLeft: 270
        case .prepareRight, .nowRight: 90
        case .prepareAhead, .nowAhead: 0
        case .prepareAround, .nowAround: 180
        default: nil
        }
    }

    /// The possible directions of a situation: a turn to the left may be slight or sharp.
    fileprivate var ways: [Double?] {
        switch self {
        case .prepareLeft, .nowLeft: [270, 350, 190]
        case .prepareRight, .nowRight: [90, 10, 170]
        case .prepareAhead, .nowAhead: [0, 45, 315]
        default: [wayDegrees]
        }
    }

    /// Whether it expresses a direction.
    var isPointer: Bool {
        switch self {
        case .steerLeft, .steerRight, .steerBehind: true
        default: wayDegrees != nil
        }
    }
}
