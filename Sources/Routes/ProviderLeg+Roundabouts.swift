import Geodesy
import NavigationEvents

// A roundabout becomes one announcement. The entering step has the exit, its angle, the road after it and the signs.
// The leaving step stays, as roundaboutExit…, so that a display can show the exit while the driver is in the circle. It
// has the same shape, and the announcement of the entering step covers it.
extension ProviderLeg {
    /// Combines the entering and the leaving step of every roundabout.
    mutating func joinRoundabouts(_ geometry: [Coordinate], defaultSide: DrivingSide) {
        for index in steps.indices {
            switch steps[index].roundaboutPart {
            case .none: continue
            case .enter, .through: enterRoundabout(at: index, geometry, defaultSide: defaultSide)
            case .exit: leaveRoundabout(at: index, geometry, defaultSide: defaultSide)
            }
        }
    }

    /// The driving side that the direction of a roundabout or U-turn shows; `nil` if it shows none.
    func evidentDrivingSide(at index: Int, _ geometry: [Coordinate]) -> DrivingSide? {
        let maneuver = steps[index].step.maneuver
        if steps[index].roundaboutPart == .none, maneuver.isUTurn {
            return maneuver.isClockwiseUTurn ? .left : .right
        }
        // Without an exit step, the line up to the next step continues beyond the circle.
        guard exitIndex(of: index) != nil else { return nil }
        let turning = turningDegrees(
            from: steps[index].step.geometryIndex, to: steps[index + 1].step.geometryIndex, geometry)
        // Even the first exit turns by more than 30°; an inaccuracy of the line turns by less.
        guard abs(turning) > 30 else { return nil }
        return turning > 0 ? .left : .right
    }

    private mutating func enterRoundabout(at index: Int, _ geometry: [Coordinate], defaultSide: DrivingSide) {
        let exit = exitIndex(of: index)
        let exitBearing = exit.flatMap { steps[$0].bearingAfterDegrees } ?? steps[index].roundaboutExitBearingDegrees
        if let exit { takeNames(from: exit, at: index) }
        var roundabout = steps[index].step.roundabout ?? Roundabout()
        // A circle with the name of one of its roads has no name of its own.
        if exit != nil || steps[index].roundaboutPart == .through, !roundabout.name.isEmpty {
            let before = index > 0 ? steps[index - 1].lastRoadNames ?? steps[index - 1].roadNames : []
            if RoadNames.contains(roundabout.name, in: before + steps[index].roadNames) { roundabout.name = "" }
        }
        if let before = steps[index].bearingBeforeDegrees {
            roundabout.exitAngleDegrees = exitBearing.map { Angle.normalized($0 - before) }
            roundabout.otherArmAnglesDegrees = Self.arms(
                steps[index].roundaboutArmBearingsDegrees.map { Angle.normalized($0 - before) },
                exitAngle: roundabout.exitAngleDegrees)
        }
        if roundabout.exitAngleDegrees == nil, let angle = steps[index].roundaboutExitAngleDegrees {
            roundabout.exitAngleDegrees = Angle.normalized(angle)
        }
        if let angle = roundabout.exitAngleDegrees { steps[index].step.turnAngleDegrees = Angle.signed(angle) }
        steps[index].step.roundabout = roundabout
        let direction = roundabout.exitAngleDegrees.map(RoundaboutDirection.init(exitAngleDegrees:))
        steps[index].step.maneuver = RoundaboutDirection.maneuver(
            direction ?? RoundaboutDirection(steps[index].step.maneuver),
            clockwise: isClockwise(at: index, geometry, defaultSide: defaultSide))
    }

    private mutating func leaveRoundabout(at index: Int, _ geometry: [Coordinate], defaultSide: DrivingSide) {
        let hasEntry = index > 0 && steps[index - 1].roundaboutPart == .enter
        let entry = hasEntry ? index - 1 : index
        let clockwise = isClockwise(at: entry, geometry, defaultSide: defaultSide)
        steps[index].step.maneuver = clockwise ? .roundaboutExitClockwise : .roundaboutExitCounterclockwise
        steps[index].step.roundabout = steps[entry].step.roundabout
        // Exits count from the entry, which is not on this leg.
        if !hasEntry { steps[index].step.roundabout?.exitCount = nil }
    }

    private func exitIndex(of index: Int) -> Int? {
        guard steps[index].roundaboutPart == .enter, index + 1 < steps.count,
            steps[index + 1].roundaboutPart == .exit
        else { return nil }
        return index + 1
    }

    /// Copies the names of the road after the circle to the entering step, which is announced.
    private mutating func takeNames(from exit: Int, at index: Int) {
        steps[index].lastRoadNames = steps[index].lastRoadNames ?? steps[index].roadNames
        steps[index].roadNames = steps[exit].roadNames
        steps[index].step.pronunciation = steps[exit].step.pronunciation
        steps[index].step.fullRoadName = steps[exit].step.fullRoadName
        steps[index].step.simpleRoadName = steps[exit].step.simpleRoadName
        steps[index].step.signpost = steps[exit].step.signpost ?? steps[index].step.signpost
        steps[index].step.exitNumber = steps[exit].step.exitNumber ?? steps[index].step.exitNumber
    }

    /// Whether traffic in the roundabout is clockwise: by the document, otherwise by the bend of the circle, otherwise
    /// by the default.
    private func isClockwise(at index: Int, _ geometry: [Coordinate], defaultSide: DrivingSide) -> Bool {
        let side = steps[index].step.drivingSide
        if side != .none { return side == .left }
        return (evidentDrivingSide(at: index, geometry) ?? defaultSide) == .left
    }

    /// Sum of all bends between two points, degrees, positive clockwise.
    private func turningDegrees(from start: Int, to end: Int, _ geometry: [Coordinate]) -> Double {
        var sum = 0.0
        var previous: Double?
        guard start < end else { return 0 }
        for index in start..<end {
            let bearing = geometry[index].bearingDegrees(to: geometry[index + 1])
            guard let bearing else { continue }
            if let previous { sum += Angle.signed(bearing - previous) }
            previous = bearing
        }
        return sum
    }

    /// The angles of the other arms, without duplicates and without the other carriageways of entry and exit.
    private static func arms(_ angles: [Double], exitAngle: Double?) -> [Double] {
        let carriagewayDegrees = 35.0
        var known = [180.0]
        if let exitAngle { known.append(exitAngle) }
        let others = angles.filter { angle in
            let isNew = known.allSatisfy { abs(Angle.signed(angle - $0)) > carriagewayDegrees }
            if isNew { known.append(angle) }
            return isNew
        }
        return others.sorted()
    }
}

extension Maneuver {
    fileprivate var isClockwiseUTurn: Bool {
        self == .turnUTurnClockwise || self == .onRampUTurnClockwise || self == .offRampUTurnClockwise
    }
}
