import NavigationEvents

extension ProviderLeg {
    /// A fork nearer to the beginning of a ramp than this is on the ramp.
    private static let maxRampMeters = 2000.0

    /// Replaces turns onto a ramp, which Valhalla writes in its OSRM format if they are not slight. Only a ramp leads onto
    /// a motorway or ends with a merge.
    mutating func nameRamps() {
        for index in steps.indices.dropFirst().dropLast() {
            guard let ramp = steps[index].step.maneuver.ontoRamp, !steps[index - 1].isMotorwayAfter else { continue }
            if steps[index].isMotorwayAfter {
                steps[index].step.maneuver = ramp
                continue
            }
            var last = index
            while last + 1 < steps.count, steps[last + 1].step.maneuver.isKeep, steps[last].isOnShortStretch {
                last += 1
            }
            guard last + 1 < steps.count, steps[last].isOnShortStretch else { continue }
            if steps[last + 1].step.maneuver.isMerge { steps[index].step.maneuver = ramp }
        }
    }

    /// Distinguishes forks from exits, and marks the steps on ramps.
    ///
    /// A fork on a ramp is a fork, and the number of the exit that was taken before it is not repeated. A fork with
    /// another number of an exit is an exit by keeping left or right.
    mutating func nameForks() {
        var isOnRamp = false
        var exitNumber: String?
        for index in steps.indices.dropFirst() {
            isOnRamp = isOnRamp && steps[index - 1].lengthMeters <= Self.maxRampMeters
            steps[index].isOnRamp = isOnRamp
            if isOnRamp, let fork = steps[index].step.maneuver.fork {
                if steps[index].step.exitNumber == exitNumber { steps[index].step.exitNumber = nil }
                steps[index].step.maneuver = fork
            }
            if steps[index].step.exitNumber != nil, let exit = steps[index].step.maneuver.exitByKeeping {
                steps[index].step.maneuver = exit
            }
            let isRamp = steps[index].step.maneuver.ramp != nil
            isOnRamp = isRamp || (isOnRamp && (steps[index].step.maneuver.isKeep || steps[index].step.isStraight))
            if !isOnRamp { exitNumber = nil } else { exitNumber = steps[index].step.exitNumber ?? exitNumber }
        }
    }

    /// Marks the steps at which the route enters and leaves motorways; an interchange does neither.
    mutating func markMotorways() {
        for index in steps.indices.dropFirst().dropLast() {
            let wasMotorway = steps[index - 1].isMotorwayAfter
            let ramp = steps[index].step.maneuver.ramp
            let isChoiceOnRamp = steps[index].step.maneuver.isKeep && steps[index].isOnRamp
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
        while last + 1 < steps.count, steps[last + 1].step.maneuver.isKeep, steps[last].isOnShortStretch { last += 1 }
        guard steps[last].isMotorwayAfter else {
            return last + 1 < steps.count && steps[last + 1].step.maneuver.isMerge && steps[last + 1].isMotorwayAfter
        }
        if steps[index].step.maneuver.ramp == .on || !steps[last].isOnShortStretch { return true }
        return last + 1 < steps.count && steps[last + 1].isMotorwayAfter
    }
}

extension ProviderStep {
    /// Whether the stretch after the maneuver is short enough to be a ramp.
    fileprivate var isOnShortStretch: Bool { lengthMeters <= 1000 }
}

extension Step {
    fileprivate var isStraight: Bool { maneuver == .straight || maneuver == .nameChange }
}

extension Maneuver {
    enum Ramp { case on, off }

    /// The kind of a ramp that the maneuver takes; `nil` for another maneuver.
    var ramp: Ramp? {
        switch rawValue {
        case Maneuver.onRampUnspecified.rawValue...Maneuver.onRampUTurnCounterclockwise.rawValue: .on
        case Maneuver.offRampUnspecified.rawValue...Maneuver.offRampUTurnCounterclockwise.rawValue: .off
        default: nil
        }
    }

    /// The ramp to the same side as a turn; `nil` for another maneuver.
    fileprivate var ontoRamp: Maneuver? {
        switch self {
        case .turnSharpLeft: .onRampSharpLeft
        case .turnLeft: .onRampLeft
        case .turnSlightLeft: .onRampSlightLeft
        case .turnSlightRight: .onRampSlightRight
        case .turnRight: .onRampRight
        case .turnSharpRight: .onRampSharpRight
        default: nil
        }
    }

    /// The fork to the same side; `nil` if the maneuver is neither a fork nor keeping to a side.
    fileprivate var fork: Maneuver? {
        switch self {
        case .forkLeft, .turnKeepLeft: .forkLeft
        case .forkRight, .turnKeepRight: .forkRight
        default: nil
        }
    }

    /// The exit to the side of a fork; `nil` for another maneuver.
    fileprivate var exitByKeeping: Maneuver? {
        switch self {
        case .forkLeft, .turnKeepLeft: .offRampKeepLeft
        case .forkRight, .turnKeepRight: .offRampKeepRight
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

    /// Whether the maneuver merges with the traffic of another road.
    var isMerge: Bool {
        self == .mergeLeft || self == .mergeRight || self == .mergeUnspecified
    }
}
