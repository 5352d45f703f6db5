import NavigationEvents

/// The ids of the phrases that say one thing, best first: the first one that a table has a text for is said.
///
/// The last one is always of the fixed vocabulary of announcement ids; those before it are extras that a table may
/// have. Ids are without their prefix `guidance_`.
typealias PhraseChoice = [String]

extension Step {
    /// What to do at the step, for every maneuver but the end of a leg.
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

    /// What boarding or leaving a ferry adds; `nil` if the step does neither.
    var additionPhrases: PhraseChoice? {
        switch ferry {
        case .enter: ["ferryEnter"]
        case .exit: ["ferryExit"]
        case .none: maneuver == .ferryBoat || maneuver == .ferryTrain ? ["ferryEnter"] : nil
        }
    }

    /// Where the step lies relative to a tunnel; `nil` if there is none.
    var tunnelPhrases: PhraseChoice? {
        switch tunnelMode {
        case .none: nil
        case .inside: ["tunnelIn"]
        case .immediatelyAfter: ["tunnelAfter"]
        }
    }

    /// Whether the road ends here, so that a turn can be announced without a distance.
    var isTurnAtEndOfRoad: Bool {
        guard isEndOfRoad else { return false }
        return switch maneuver.direction {
        case .left, .right, .sharpLeft, .sharpRight: !maneuver.isRoundabout && !maneuver.isDestination
        default: false
        }
    }
}

extension Step {
    /// The phrase for a direction alone.
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
        // The ids "straight…" mean a sharp turn.
        case .sharpLeft: ["straightLeft"]
        case .sharpRight: ["straightRight"]
        }
    }

    /// What kind of road is entered; `nil` if none begins.
    private var entering: String? {
        switch roadClassChange {
        case .motorwayEnter: "motorwayEnter"
        case .motorroadEnter: "motorroadEnter"
        case .none, .motorwayExit, .motorroadExit: nil
        }
    }

    /// What kind of road is left; `nil` if none ends.
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
        // An exit on the side of the fast lanes surprises: there the side is what matters.
        let usual: TurnDirection.Side? =
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
        // Without a count the direction is what is known; the exit is never guessed.
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
