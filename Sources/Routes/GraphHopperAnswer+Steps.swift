import Geodesy
import Glibc
import NavigationEvents

extension GraphHopperAnswer.Instruction {
    /// The first step of a leg, whatever its sign.
    ///
    /// - Parameters:
    ///   - index: index of the point in the line.
    ///   - road: the roads along the line.
    ///   - isTravelled: whether the stretch of the instruction belongs to the leg.
    func departure(at index: Int, _ road: GraphHopperRoad, isTravelled: Bool) -> ProviderStep {
        var step = Step(number: 0, maneuver: .depart, geometryIndex: index, drivingSide: side(at: index, road))
        guard isTravelled else { return ProviderStep(step: step, lengthMeters: 0, durationSeconds: 0) }
        let names = addNames(to: &step, road)
        step.instruction = text
        return ProviderStep(
            step: step, roadNames: names, isMotorwayAfter: road.isMotorway.at(index), lengthMeters: distance,
            durationSeconds: milliseconds / 1000)
    }

    /// The last step of a leg.
    func arrival(at index: Int, _ road: GraphHopperRoad) -> ProviderStep {
        let step = Step(
            number: 0, maneuver: .destination, geometryIndex: index, instruction: text,
            drivingSide: side(at: max(0, index - 1), road))
        return ProviderStep(step: step, lengthMeters: distance, durationSeconds: milliseconds / 1000)
    }

    /// A step in the middle of a leg.
    func step(_ road: GraphHopperRoad) -> ProviderStep {
        let isRoundabout = sign == GraphHopperManeuver.roundabout
        let side = side(at: firstIndex, road)
        let (before, after) = (road.boarded.at(firstIndex - 1), road.boarded.at(firstIndex))
        var step = Step(
            number: 0, maneuver: maneuver(road, side), geometryIndex: firstIndex, instruction: text,
            roundabout: isRoundabout ? Roundabout(exitCount: exitCount) : nil, drivingSide: side)
        let names = addNames(to: &step, road)
        if road.isStairs.at(firstIndex), !road.isStairs.at(firstIndex - 1) { step.passage = .stairs }
        step.isDecision = GraphHopperManeuver.choices.contains(step.maneuver)
        if sign == GraphHopperManeuver.ferry || (before == nil && after != nil) {
            step.maneuver = after == .train ? .ferryTrain : .ferryBoat
            step.ferry = .enter
        } else if before != nil, after == nil {
            step.ferry = .exit
        }
        return ProviderStep(
            step: step, roadNames: names, roundaboutPart: !isRoundabout ? .none : isExited ? .through : .enter,
            roundaboutExitAngleDegrees: isRoundabout && isExited ? exitAngleDegrees : nil,
            isMotorwayAfter: road.isMotorway.at(firstIndex), lengthMeters: distance,
            durationSeconds: milliseconds / 1000)
    }

    private func maneuver(_ road: GraphHopperRoad, _ side: DrivingSide) -> Maneuver {
        if sign == GraphHopperManeuver.roundabout { return .roundaboutCounterclockwise }
        func around(_ segment: Int) -> GraphHopperManeuver.Road {
            .init(isMotorway: road.isMotorway.at(segment), isLink: road.isLink.at(segment))
        }
        return GraphHopperManeuver.maneuver(
            sign: sign, before: around(firstIndex - 1), after: around(firstIndex), side: side)
    }

    /// The number of the exit; `nil` if the route ends inside the circle.
    private var exitCount: Int? {
        guard let exitNumber, exitNumber > 0, isExited else { return nil }
        return exitNumber
    }

    /// The angle of the exit: half a circle in either direction is straight ahead.
    private var exitAngleDegrees: Double? {
        guard let turnAngle, abs(turnAngle) <= 4 * .pi else { return nil }
        return Angle.normalized(turnAngle * 180 / .pi + 180)
    }

    /// The driving side of the country, otherwise that of the roundabout.
    private func side(at segment: Int, _ road: GraphHopperRoad) -> DrivingSide {
        let known = road.side.at(segment)
        return known != .none ? known : evidentSide
    }

    /// The driving side that the direction of this maneuver shows.
    var evidentSide: DrivingSide {
        switch sign {
        case GraphHopperManeuver.roundabout: turnAngle.map { $0 > 0 ? .left : $0 < 0 ? .right : .none } ?? .none
        case GraphHopperManeuver.uTurnLeft: .right
        case GraphHopperManeuver.uTurnRight: .left
        default: .none
        }
    }

    /// Adds the names of the road and the texts of its signs, and returns the names without those of signs.
    private func addNames(to step: inout Step, _ road: GraphHopperRoad) -> [String] {
        let separators: Set<Character> = [",", ";"]
        let numbers = RoadNames.parts(streetRef, separators: separators)
        let signpost = Signpost(
            destinations: RoadNames.parts(destination, separators: separators),
            refs: RoadNames.parts(destinationRef, separators: separators))
        step.signpost = signpost.isEmpty ? nil : signpost
        let names = RoadNames.road(
            names: [streetName ?? ""], numbers: numbers, numbersFirst: road.isMotorway.at(firstIndex))
        step.fullRoadName = RoadNames.full(names: names, signpost: step.signpost)
        step.simpleRoadName = RoadNames.simple(names: names, signpost: step.signpost)
        step.exitNumber = exitNumberOfJunction
        return names
    }

    /// The number of a motorway exit. Junctions have numbers, names or both; a number has a digit and no space.
    private var exitNumberOfJunction: String? {
        RoadNames.parts(junction, separators: [",", ";"]).first { part in
            part.count <= 8 && part.contains(where: \.isNumber) && !part.contains(where: \.isWhitespace)
        }
    }
}

extension Array where Element == Bool {
    fileprivate func at(_ index: Int) -> Bool { indices.contains(index) ? self[index] : false }
}

extension Array where Element == DrivingSide {
    fileprivate func at(_ index: Int) -> DrivingSide { indices.contains(index) ? self[index] : .none }
}

extension Array where Element == GraphHopperRoad.Boarded? {
    fileprivate func at(_ index: Int) -> GraphHopperRoad.Boarded? { indices.contains(index) ? self[index] : nil }
}
