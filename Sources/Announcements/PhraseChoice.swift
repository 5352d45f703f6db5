import NavigationEvents

/// The ids of alternative phrases, best first. The first id with a text in the string table is used.
///
/// The last id always belongs to the fixed vocabulary; those before it are extras that a table may have. Ids are
/// without the prefix `guidance_`.
typealias PhraseChoice = [String]

extension Step {
    /// The phrases of the instruction, for every maneuver except the end of a leg.
    ///
    /// - Parameter isNamed: Whether a street or a sign is announced with it. Then "keep left at the fork" is not
    ///   needed: "keep left toward …" says where.
    func maneuverPhrases(isNamed: Bool = false) -> PhraseChoice {
        if let passagePhrases { return passagePhrases + ["continue"] }
        if isBoarding { return boardingPhrases }
        if ferry == .exit, maneuver.direction.isAhead { return ["ferryLeave"] + aheadPhrases }
        if isFork { return forkPhrases(isNamed: isNamed) }
        return exitNumberPhrases + plainPhrases
    }

    private var plainPhrases: PhraseChoice {
        switch maneuver {
        case .depart: ["startAreaExit"]
        case .mergeLeft, .mergeRight, .mergeUnspecified: mergePhrases
        case _ where maneuver.isOnRamp: onRampPhrases
        case _ where maneuver.isOffRamp: offRampPhrases
        case .roundaboutExitClockwise, .roundaboutExitCounterclockwise: ["roundaboutLeave", "continue"]
        case _ where maneuver.isRoundabout: roundaboutPhrases
        default: turnPhrases
        }
    }

    /// The phrases for boarding or leaving a ferry, which are added to the maneuver; `nil` if the step does neither.
    var additionPhrases: PhraseChoice? {
        if isBoarding { return ["ferryEnter"] }
        return ferry == .exit ? ["ferryExit"] : nil
    }

    /// The phrases for the position of the step relative to a tunnel; `nil` if there is none.
    var tunnelPhrases: PhraseChoice? {
        switch tunnelMode {
        case .none: nil
        case .inside: ["tunnelIn"]
        case .immediatelyAfter: ["tunnelAfter"]
        }
    }

    /// The phrases for a border and a toll that the maneuver passes, except the one that is announced as the maneuver.
    var passedPhrases: PhraseChoice {
        let passed = [borderCountryCode == nil ? nil : "border", beginsToll ? "toll" : nil].compactMap(\.self)
        return isOnlyBorderOrToll ? Array(passed.dropFirst()) : passed
    }

    /// Whether the road ends at this turn, so that it can be announced without a distance.
    var isTurnAtEndOfRoad: Bool {
        guard isEndOfRoad else { return false }
        return switch maneuver.direction {
        case .left, .right, .sharpLeft, .sharpRight: !maneuver.isRoundabout && !maneuver.isDestination
        default: false
        }
    }

    /// Whether stairs, an escalator or a lift begin, which lead to another level.
    var leadsToLevel: Bool { [.stairs, .escalator, .lift].contains(passage) }

    /// Whether the maneuver boards a ferry or a train.
    var isBoarding: Bool { ferry == .enter || ferry == .none && maneuver.isFerry }

    /// Whether the maneuver is a fork: a choice between branches, also on a ramp, that is no numbered exit.
    var isFork: Bool {
        guard exitNumber == nil, roadClassChange == .none else { return false }
        return switch maneuver {
        case .forkLeft, .forkRight, .onRampKeepLeft, .onRampKeepRight, .offRampKeepLeft, .offRampKeepRight: true
        case .turnKeepLeft, .turnKeepRight: isDecision
        default: false
        }
    }

    /// Whether only places are on the sign of a ramp: the name or number of the ramp is not on it.
    var isPlaceSigned: Bool {
        (maneuver.isOnRamp || maneuver.isOffRamp)
            && signpost.map { $0.refs.isEmpty && !$0.destinations.isEmpty } ?? false
    }

    /// Whether the maneuver leads onto a ramp, off a motorway or to a branch of a fork, where signs name the road.
    var isSigned: Bool {
        maneuver.isOnRamp || maneuver.isOffRamp || roadClassChange != .none || exitNumber != nil
            || [.forkLeft, .forkRight, .turnKeepLeft, .turnKeepRight].contains(maneuver)
    }
}

extension Step {
    /// The phrases for a direction alone.
    private var directionPhrases: PhraseChoice {
        switch maneuver.direction {
        case .unspecified: isDecision ? ["holdStraight"] : ["continue"]
        case .ahead: ["holdStraight"]
        case .back: ["turnAround"]
        case .keepLeft: ["holdHalfLeft"]
        case .keepRight: ["holdHalfRight"]
        case .slightLeft: ["turnHalfLeft", "holdHalfLeft"]
        case .slightRight: ["turnHalfRight", "holdHalfRight"]
        case .left: ["turnLeft"]
        case .right: ["turnRight"]
        // The ids "straight…" stand for sharp turns.
        case .sharpLeft: ["straightLeft"]
        case .sharpRight: ["straightRight"]
        }
    }

    /// The phrase for the kind of road that is entered; `nil` if the kind of road does not change.
    private var entering: String? {
        switch roadClassChange {
        case .motorwayEnter: "motorwayEnter"
        case .motorroadEnter: "motorroadEnter"
        case .none, .motorwayExit, .motorroadExit: nil
        }
    }

    /// The phrase for the kind of road that is left; `nil` if the kind of road does not change.
    private var leaving: String? {
        switch roadClassChange {
        case .motorwayExit: "motorwayExit"
        case .motorroadExit: "motorroadExit"
        case .none, .motorwayEnter, .motorroadEnter: nil
        }
    }

    private var aheadPhrases: PhraseChoice {
        if let change = entering ?? leaving { return [change] }
        guard isOnlyBorderOrToll else { return directionPhrases }
        return borderCountryCode != nil ? ["border"] : ["toll"] + directionPhrases
    }

    private var turnPhrases: PhraseChoice {
        let direction = maneuver.direction
        if direction.isAhead { return aheadPhrases }
        guard let entering, let side = direction.side else { return directionPhrases }
        return motorwayTurn(direction) ?? [entering + side.rawValue] + directionPhrases
    }

    /// The phrase for a turn that leads onto a motorway; `nil` for another kind of road.
    private func motorwayTurn(_ direction: PhraseDirection) -> PhraseChoice? {
        guard roadClassChange == .motorwayEnter, let side = direction.side else { return nil }
        return ["motorwayTurn" + (direction.isHalf ? "Half" : "") + side.rawValue]
    }

    private func forkPhrases(isNamed: Bool) -> PhraseChoice {
        guard let side = maneuver.direction.side else { return directionPhrases }
        return (isNamed ? [] : ["fork" + side.rawValue]) + directionPhrases
    }

    private var mergePhrases: PhraseChoice {
        let general = entering.map { [$0] }
        guard let side = maneuver.direction.side else { return general ?? ["merge", "continue"] }
        return ["merge" + side.rawValue] + (general ?? directionPhrases)
    }

    private var onRampPhrases: PhraseChoice {
        let direction = maneuver.direction
        if direction == .back { return directionPhrases }
        guard let side = direction.side else { return entering.map { [$0] } ?? ["ramp", "continue"] }
        guard let entering else { return ["ramp" + side.rawValue] + directionPhrases }
        return [entering + side.rawValue] + (motorwayTurn(direction) ?? [entering])
    }

    private var offRampPhrases: PhraseChoice {
        let direction = maneuver.direction
        if direction == .back { return directionPhrases }
        if let leaving, direction.side == nil || isOnUsualSide { return [leaving] }
        guard let side = direction.side, !isOnUsualSide || maneuver.isKeep else { return ["exit", "motorwayExit"] }
        return ["motorwayExit" + (maneuver.isKeep ? "Half" : "") + side.rawValue]
            + [leaving ?? "motorwayExit"]
    }

    /// Whether the exit is on the side of the slow lanes. An exit on the other side is unusual, so its phrase names the
    /// side. Where the driving side is unknown, it is taken for the right one, which is the more frequent.
    private var isOnUsualSide: Bool {
        maneuver.direction.side == (drivingSide == .left ? .left : .right)
    }

    /// The phrases with the number of an exit; empty for a maneuver that is no exit.
    private var exitNumberPhrases: PhraseChoice {
        let direction = maneuver.direction
        guard exitNumber != nil, direction != .back, !maneuver.isRoundabout else { return [] }
        guard let side = direction.side else { return maneuver.isOffRamp || maneuver.isOnRamp ? ["exitNumber"] : [] }
        switch direction {
        case .keepLeft, .keepRight: return ["exitNumberHalf" + side.rawValue, "exitNumber"]
        case .slightLeft, .slightRight: break
        default: guard maneuver.isOffRamp || maneuver.isOnRamp else { return [] }
        }
        return (isOnUsualSide ? [] : ["exitNumber" + side.rawValue]) + ["exitNumber"]
    }

    private var roundaboutPhrases: PhraseChoice {
        if let count = roundabout?.exitCount, count >= 1 {
            return [count <= 12 ? "roundaboutExit\(count)" : "roundaboutExitMore"]
        }
        // Without a count only the direction is known. The number of the exit is never guessed.
        let extra: String =
            switch maneuver.direction {
            case .unspecified: "roundaboutEnter"
            case .ahead: "roundaboutStraight"
            case .back: "roundaboutBack"
            case let direction: "roundabout" + (direction.side?.rawValue ?? "")
            }
        return [extra] + directionPhrases
    }
}

extension Step {
    /// The angle from which a road to a ferry counts as a turn, degrees.
    private static let turnDegrees = 45.0

    /// The phrase for a passage of walkers; `nil` if there is none.
    private var passagePhrases: PhraseChoice? {
        switch passage {
        case .none: nil
        case .stairs: ["stairs"]
        case .escalator: ["escalator"]
        case .lift: ["lift"]
        case .buildingEnter: ["buildingEnter"]
        case .buildingExit: ["buildingExit"]
        }
    }

    private var boardingPhrases: PhraseChoice {
        let take = maneuver == .ferryTrain ? ["trainTake"] : ["ferryTake"]
        let fallback = maneuver.isFerry ? ["continue"] : directionPhrases
        guard let side = boardingSide else { return take + fallback }
        return take.map { $0 + side.rawValue } + take + fallback
    }

    /// The side of the turn onto a ferry. The maneuver itself may only say that a ferry is taken.
    private var boardingSide: PhraseDirection.Side? {
        if let side = maneuver.direction.side { return side }
        guard let angle = turnAngleDegrees, abs(angle) >= Self.turnDegrees else { return nil }
        return angle < 0 ? .left : .right
    }
}

extension Maneuver {
    /// Whether the maneuver takes a ramp onto a faster road.
    var isOnRamp: Bool {
        (Maneuver.onRampUnspecified.rawValue...Maneuver.onRampUTurnCounterclockwise.rawValue).contains(rawValue)
    }

    /// Whether the maneuver takes a ramp off a faster road.
    var isOffRamp: Bool {
        (Maneuver.offRampUnspecified.rawValue...Maneuver.offRampUTurnCounterclockwise.rawValue).contains(rawValue)
    }

    /// Whether the maneuver keeps to a side.
    var isKeep: Bool { direction == .keepLeft || direction == .keepRight }

    /// Whether the maneuver merges with other traffic.
    var isMerge: Bool { self == .mergeLeft || self == .mergeRight || self == .mergeUnspecified }

    /// Whether the maneuver takes a ferry or a train.
    var isFerry: Bool { self == .ferryBoat || self == .ferryTrain }
}
