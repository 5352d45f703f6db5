import Geodesy
import NavigationEvents

extension ProviderRoute {
    /// The route in the form of events.
    func route(id: String) throws(RouteError) -> Route {
        try check()
        var legs = self.legs
        let side = evidentDrivingSide
        let meters = borders.isEmpty && tolls.isEmpty ? [] : geometry.distancesAlongMeters
        let marks = marks(meters: meters)
        let isOfValhalla = provider == RouteProvider.valhalla.rawValue
        for index in legs.indices {
            legs[index].deriveTurnAngles(geometry)
            legs[index].turnPassages()
            legs[index].joinRoundabouts(geometry, defaultSide: side)
            if isOfValhalla { legs[index].nameRamps() }
            legs[index].nameForks()
            legs[index].markStaying()
            legs[index].markMotorways()
            legs[index].markMotorroads()
            legs[index].markSteps(marks, meters: meters)
            legs[index].markTunnels(tunnels, geometry)
        }
        var number = 0
        return Route(
            id: id, provider: provider, travelMode: travelMode, geometry: geometry,
            legs: legs.map { $0.leg(number: &number, defaultSide: side) }, stopovers: stopovers, tunnels: tunnels,
            ferries: ferries, speedLimits: speedLimits, distanceMeters: distanceMeters,
            durationSeconds: durationSeconds)
    }

    private func check() throws(RouteError) {
        guard geometry.count <= RouteDocument.maxPointCount else {
            throw .tooLarge(what: "points", count: geometry.count, limit: RouteDocument.maxPointCount)
        }
        for leg in legs {
            try leg.check()
        }
        try QuantityCheck.check(distanceMeters, path: "the route's distance")
        try QuantityCheck.check(durationSeconds, path: "the route's duration")
    }

    /// The driving side that the direction of roundabouts and U-turns shows, if the document names none and all agree.
    private var evidentDrivingSide: DrivingSide {
        guard showsDrivingSide else { return .none }
        var sides: Set<DrivingSide> = []
        for leg in legs {
            guard leg.steps.allSatisfy({ $0.step.drivingSide == .none }) else { return .none }
            for index in leg.steps.indices {
                if let side = leg.evidentDrivingSide(at: index, geometry) { sides.insert(side) }
            }
        }
        return sides.count == 1 ? sides.first ?? .none : .none
    }
}

extension ProviderLeg {
    /// The leg in the form of events, in which every maneuver is at the end of its stretch.
    fileprivate func leg(number: inout Int, defaultSide: DrivingSide) -> Leg {
        var previous: ProviderStep?
        let steps = steps.map { one in
            var step = one.step
            step.number = number
            step.distanceFromPreviousMeters = previous?.lengthMeters ?? 0
            step.durationFromPreviousSeconds = previous?.durationSeconds ?? 0
            if step.drivingSide == .none {
                step.drivingSide = defaultSide
                step.lanes = step.lanes.map { LaneTable.turnedAround($0, drivingSide: defaultSide) }
            }
            number += 1
            previous = one
            return step
        }
        return Leg(steps: steps, distanceMeters: distanceMeters, durationSeconds: durationSeconds)
    }

    /// Checks that the leg begins with a departure, ends at a destination, and that its maneuvers are in the order of
    /// the line.
    fileprivate func check() throws(RouteError) {
        guard let first = steps.first, let last = steps.last, steps.count >= 2 else {
            throw .inconsistent(
                path: path, problem: "has \(steps.count) of at least two steps, departure and destination")
        }
        guard firstIndex <= lastIndex else {
            throw .inconsistent(path: path, problem: "ends at point \(lastIndex), before its first point \(firstIndex)")
        }
        guard first.step.maneuver == .depart, first.step.geometryIndex == firstIndex else {
            throw .inconsistent(path: path, problem: "does not begin with a departure at its first point")
        }
        guard last.step.maneuver.isDestination, last.step.geometryIndex == lastIndex else {
            throw .inconsistent(path: path, problem: "does not end with a destination at its last point")
        }
        try QuantityCheck.check(distanceMeters, path: "the distance of \(path)")
        try QuantityCheck.check(durationSeconds, path: "the duration of \(path)")
        var previous = firstIndex
        for (index, one) in steps.enumerated() {
            let step = one.step
            if index > 0, index < steps.count - 1, step.maneuver == .depart || step.maneuver.isDestination {
                throw .inconsistent(path: "step \(index) of \(path)", problem: "departs or arrives in the middle")
            }
            guard (previous...lastIndex).contains(step.geometryIndex) else {
                throw .inconsistent(
                    path: "step \(index) of \(path)",
                    problem: "lies at point \(step.geometryIndex), outside \(previous)...\(lastIndex)")
            }
            try QuantityCheck.check(one.lengthMeters, path: "the length of step \(index) of \(path)")
            try QuantityCheck.check(one.durationSeconds, path: "the duration of step \(index) of \(path)")
            for bearing in one.bearingsDegrees {
                try QuantityCheck.check(bearingDegrees: bearing, path: "a bearing of step \(index) of \(path)")
            }
            previous = step.geometryIndex
        }
    }
}

/// Checks of lengths, times and directions.
enum QuantityCheck {
    /// Maximum metres or seconds of a route: several times around the Earth, years of travel.
    static let maxValue = 1e9

    /// Throws if the value is not a length or time.
    static func check(_ value: Double, path: @autoclosure () -> String) throws(RouteError) {
        guard value.isFinite, (0...maxValue).contains(value) else { throw .badQuantity(path: path(), value: value) }
    }

    /// Throws if the value is not a direction.
    static func check(bearingDegrees: Double, path: @autoclosure () -> String) throws(RouteError) {
        guard (-360...720).contains(bearingDegrees) else { throw .badQuantity(path: path(), value: bearingDegrees) }
    }
}
