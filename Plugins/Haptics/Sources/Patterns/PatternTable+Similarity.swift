package import HapticDevices

/// Distinguishability of the situations of a table.
extension PatternTable {
    /// Two situations, and the number of smallest perceptible differences between them.
    package struct SimilarPair: Hashable, Sendable {
        /// The one situation.
        package var one: PatternName
        /// The other situation.
        package var other: PatternName
        /// The number of smallest perceptible differences; 0 if they feel alike.
        package var steps: Double
    }

    /// The two situations that are hardest to tell apart on the motors of the table, or on other motors.
    package func similarPair(on motors: HapticMotors? = nil) -> SimilarPair? {
        let motors = motors ?? self.motors
        let felt = PatternName.allCases.filter { $0 != .roundaboutExit && !pulses($0).isEmpty }
            .map { (name: $0, ways: self.perceivedPatterns($0, on: motors)) }
        var least: SimilarPair?
        for (index, one) in felt.enumerated() {
            for other in felt.dropFirst(index + 1) {
                let steps = Self.steps(one.ways, other.ways)
                if steps < least?.steps ?? .infinity {
                    least = SimilarPair(one: one.name, other: other.name, steps: steps)
                }
            }
        }
        return least
    }

    /// The number of smallest perceptible differences between two situations, in their most similar variants: pointers
    /// of any strength, roundabouts with any exit.
    func steps(from one: PatternName, to other: PatternName, on motors: HapticMotors? = nil) -> Double {
        Self.steps(
            perceivedPatterns(one, on: motors ?? self.motors), perceivedPatterns(other, on: motors ?? self.motors))
    }

    private static func steps(_ ones: [PerceivedPattern], _ others: [PerceivedPattern]) -> Double {
        ones.flatMap { one in others.map { one.steps(to: $0) } }.min() ?? .infinity
    }

    /// The variants of a situation.
    private func perceivedPatterns(_ name: PatternName, on motors: HapticMotors) -> [PerceivedPattern] {
        let row = pulses(name)
        switch name {
        case .steerLeft, .steerRight, .steerBehind:
            let errors = name == .steerBehind ? [150.0, 180] : [steering.minDegrees, 45, 60, 75, 90, 120, 150]
            return errors.map { error in
                let way = name == .steerLeft ? 360 - error : error
                return PerceivedPattern(
                    row, on: motors, relativeBearingDegrees: way, share: steering.share(errorDegrees: error))
            }
        case .prepareRoundabout, .nowRoundabout:
            return (0...4).map { exits in
                PerceivedPattern(
                    row + Array(repeatElement(pulses(.roundaboutExit), count: exits).joined()), on: motors,
                    relativeBearingDegrees: nil)
            }
        default: return name.ways.map { PerceivedPattern(row, on: motors, relativeBearingDegrees: $0) }
        }
    }
}

extension PatternName {
    /// The direction of a situation, degrees clockwise from straight ahead; `nil` for none, or if its name does not
    /// tell.
    var relativeBearingDegrees: Double? {
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
        default: [relativeBearingDegrees]
        }
    }

    /// Whether it expresses a direction.
    var isPointer: Bool {
        switch self {
        case .steerLeft, .steerRight, .steerBehind: true
        default: relativeBearingDegrees != nil
        }
    }
}
