import NavigationEvents

/// The ids of alternative phrases, best first. The first id with a text in the string table is used.
///
/// The last id always belongs to the fixed vocabulary; those before it are extras that a table may have. Ids are
/// without the prefix `guidance_`.
typealias PhraseChoice = [String]

extension Step {
    /// The phrases of the instruction, for every maneuver except the end of a leg.
    var maneuverPhrases: PhraseChoice {
        switch maneuver {
        case .depart: ["startAreaExit"]
        case .mergeLeft, .mergeRight, .mergeUnspecified: mergePhrases
        case .forkLeft, .forkRight: directionPhrases
        case _ where (21...31).contains(maneuver.rawValue): onRampPhrases
        case _ where (32...42).contains(maneuver.rawValue): offRampPhrases
        case .roundaboutExitClockwise, .roundaboutExitCounterclockwise: ["roundaboutLeave", "continue"]
        case _ where maneuver.isRoundabout: roundaboutPhrases
        case .ferryBoat, .ferryTrain: ["continue"]
        default: turnPhrases
        }
    }

    /// The phrases for boarding or leaving a ferry; `nil` if the step does neither.
    var additionPhrases: PhraseChoice? {
        switch ferry {
        case .enter: ["ferryEnter"]
        case .exit: ["ferryExit"]
        case .none: maneuver == .ferryBoat || maneuver == .ferryTrain ? ["ferryEnter"] : nil
        }
    }

    /// The phrases for the position of the step relative to a tunnel; `nil` if there is none.
    var tunnelPhrases: PhraseChoice? {
        switch tunnelMode {
        case .none: nil
        case .inside: ["tunnelIn"]
        case .immediatelyAfter: ["tunnelAfter"]
        }
    }

    /// Whether the road ends at this turn, so that it can be announced without a distance.
    var isTurnAtEndOfRoad: Bool {
        guard isEndOfRoad else { return false }
        return switch maneuver.direction {
        case .left, .right, .sharpLeft, .sharpRight: !maneuver.isRoundabout && !maneuver.isDestination
        default: false
        }
    }
}

extension Step {
    /// The phrases for a direction alone.
    private var directionPhrases: PhraseChoice {
        switch maneuver.direction {
        case .unspecified: ["continue"]
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

    private var turnPhrases: PhraseChoice {
        let direction = maneuver.direction
        if direction.isAhead {
            if let change = entering ?? leaving { return [change] }
            if borderCountryCode != nil { return ["border"] }
        }
        if let entering, let side = direction.side { return [entering + side.rawValue] + directionPhrases }
        return directionPhrases
    }

    private var mergePhrases: PhraseChoice {
        if let entering { return [entering] }
        return maneuver == .mergeUnspecified ? ["merge", "continue"] : directionPhrases
    }

    private var onRampPhrases: PhraseChoice {
        guard let entering, maneuver.direction != .back else { return directionPhrases }
        return (maneuver.direction.side.map { [entering + $0.rawValue] } ?? []) + [entering]
    }

    private var offRampPhrases: PhraseChoice {
        let direction = maneuver.direction
        // An exit on the side of the fast lanes is unusual, so the phrase names the side.
        let usual: PhraseDirection.Side? =
            switch drivingSide {
            case .left: .left
            case .right: .right
            case .none: nil
            }
        if let leaving, direction.side == nil || usual == nil || direction.side == usual { return [leaving] }
        return switch direction {
        case .unspecified, .ahead, .back: directionPhrases
        case .keepLeft: ["motorwayTurnHalfLeft"]
        case .keepRight: ["motorwayTurnHalfRight"]
        case .slightLeft, .left, .sharpLeft: ["motorwayTurnLeft"]
        case .slightRight, .right, .sharpRight: ["motorwayTurnRight"]
        }
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
