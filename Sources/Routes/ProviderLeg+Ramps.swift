import NavigationEvents

extension ProviderLeg {
    /// A fork nearer to the beginning of a ramp than this is on the ramp.
    private static let maxRampMeters = 2000.0

    /// Replaces forks on ramps by "keep left" and "keep right".
    mutating func nameRampForks() {
        for index in steps.indices.dropFirst()
        where steps[index - 1].lengthMeters <= Self.maxRampMeters {
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

    /// Marks the steps at which the route enters and leaves motorways; an interchange does neither.
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

    /// Marks the steps at which the route enters and leaves roads for motor vehicles only.
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

    /// Whether a step is a turn from another road onto a motorway ramp, which some documents describe as an ordinary
    /// turn.
    private func turnLeadsOntoMotorway(at index: Int) -> Bool {
        steps[index].step.maneuver.isTurn && steps[index].isMotorwayAfter
            && steps[index].lengthMeters <= Self.maxRampMeters && steps[index + 1].isMotorwayAfter
    }

    /// Whether a ramp, followed over its forks, ends on a motorway.
    ///
    /// Some documents count the ramp itself as motorway and some do not. Off a motorway, only the road after the ramp
    /// shows it.
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
