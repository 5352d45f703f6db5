import NavigationEvents

extension ProviderLeg {
    /// A fork this soon after the ramp it follows still lies on the ramp.
    private static let longestRampMeters = 2000.0

    /// A fork on a ramp is no fork of the road but a choice on the ramp: keep left, keep right.
    mutating func nameRampForks() {
        for index in steps.indices.dropFirst()
        where steps[index - 1].lengthMeters <= Self.longestRampMeters {
            let kept: Maneuver? =
                switch (steps[index - 1].step.maneuver.ramp, steps[index].step.maneuver) {
                case (.on, .forkLeft), (.on, .turnKeepLeft): .onRampKeepLeft
                case (.on, .forkRight), (.on, .turnKeepRight): .onRampKeepRight
                case (.off, .forkLeft), (.off, .turnKeepLeft): .offRampKeepLeft
                case (.off, .forkRight), (.off, .turnKeepRight): .offRampKeepRight
                default: nil
                }
            if let kept { steps[index].step.maneuver = kept }
        }
    }

    /// Marks where the route enters motorways and where it leaves them for good: an interchange does neither.
    mutating func markMotorways() {
        for index in steps.indices.dropFirst().dropLast() {
            let wasMotorway = steps[index - 1].isMotorwayAfter
            let ramp = steps[index].step.maneuver.ramp
            let isChoiceOnRamp = steps[index].step.maneuver.isKeep && steps[index - 1].step.maneuver.ramp != nil
            if isChoiceOnRamp { continue }
            if !wasMotorway, ramp != nil ? rampEndsOnMotorway(from: index) : turnLeadsOntoMotorway(at: index) {
                steps[index].step.roadClassChange = .motorwayEnter
            }
            if ramp == .off, wasMotorway, !rampEndsOnMotorway(from: index) {
                steps[index].step.roadClassChange = .motorwayExit
            }
        }
    }

    /// Marks where the route enters roads for motor vehicles only, and where it leaves them for other roads.
    mutating func markMotorroads() {
        for index in steps.indices.dropFirst().dropLast() where steps[index].step.roadClassChange == .none {
            switch (steps[index - 1].isMotorroadAfter, steps[index].isMotorroadAfter) {
            case (false, true) where !steps[index - 1].isMotorwayAfter:
                steps[index].step.roadClassChange = .motorroadEnter
            case (true, false) where !steps[index].isMotorwayAfter:
                steps[index].step.roadClassChange = .motorroadExit
            default: continue
            }
        }
    }

    /// A turn from an ordinary road onto a ramp, which some documents call a turn like any other.
    private func turnLeadsOntoMotorway(at index: Int) -> Bool {
        steps[index].step.maneuver.isTurn && steps[index].isMotorwayAfter
            && steps[index].lengthMeters <= Self.longestRampMeters && steps[index + 1].isMotorwayAfter
    }

    /// Follows a ramp over its forks to the road it ends on.
    ///
    /// Some documents count the ramp itself as motorway and some do not, so a ramp alone proves nothing on the way off:
    /// what comes after it does.
    private func rampEndsOnMotorway(from index: Int) -> Bool {
        var last = index
        while last + 1 < steps.count, steps[last + 1].step.maneuver.isKeep, steps[last].isOnRamp { last += 1 }
        guard steps[last].isMotorwayAfter else {
            return last + 1 < steps.count && steps[last + 1].step.maneuver.isMerge && steps[last + 1].isMotorwayAfter
        }
        if steps[index].step.maneuver.ramp == .on || !steps[last].isOnRamp { return true }
        return last + 1 < steps.count && steps[last + 1].isMotorwayAfter
    }
}

extension ProviderStep {
    /// Whether the stretch after the maneuver is short enough to be a ramp.
    fileprivate var isOnRamp: Bool { lengthMeters <= 1000 }
}

extension Maneuver {
    fileprivate enum Ramp { case on, off }

    fileprivate var ramp: Ramp? {
        switch rawValue {
        case Maneuver.onRampUnspecified.rawValue...Maneuver.onRampUTurnCounterclockwise.rawValue: .on
        case Maneuver.offRampUnspecified.rawValue...Maneuver.offRampUTurnCounterclockwise.rawValue: .off
        default: nil
        }
    }

    fileprivate var isKeep: Bool {
        switch self {
        case .forkLeft, .forkRight, .onRampKeepLeft, .onRampKeepRight, .offRampKeepLeft, .offRampKeepRight: true
        default: false
        }
    }

    fileprivate var isTurn: Bool {
        (Maneuver.turnLeft.rawValue...Maneuver.turnUTurnCounterclockwise.rawValue).contains(rawValue)
    }

    fileprivate var isMerge: Bool {
        self == .mergeLeft || self == .mergeRight || self == .mergeUnspecified
    }
}
