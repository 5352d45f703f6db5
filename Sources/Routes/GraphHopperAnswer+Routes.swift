import NavigationEvents

extension GraphHopperAnswer {
    /// The route and its alternatives.
    func provided(travelMode: TravelMode?) throws(RouteError) -> [ProviderRoute] {
        if let message {
            let places = refusedPoints.map { "place \($0 + 1)" }.joined(separator: ", ")
            throw .refused(
                provider: .graphhopper, code: places.isEmpty ? "an error" : "an error about \(places)", message: message
            )
        }
        guard !paths.isEmpty else { throw .noRoute(provider: .graphhopper) }
        var routes: [ProviderRoute] = []
        for (index, path) in paths.enumerated() {
            routes.append(try path.route(path: "paths[\(index)]", travelMode: travelMode))
        }
        return routes
    }
}

extension GraphHopperAnswer.Path {
    fileprivate func route(path: String, travelMode: TravelMode?) throws(RouteError) -> ProviderRoute {
        guard !instructions.isEmpty else { throw .noSteps(path: path, provider: .graphhopper) }
        guard let first = points.first else { throw .tooFewPoints(path: "\(path).points", count: 0) }
        // A route from a position to itself has a single point.
        let line = points.count == 1 ? [first, first] : points
        let road = GraphHopperRoad(details, segments: line.count - 1, evidentSide: evidentSide)
        let legs = try legs(path: path, line: line, road: road)
        return ProviderRoute(
            provider: RouteProvider.graphhopper.rawValue, travelMode: travelMode ?? .unknown, geometry: line,
            legs: legs, stopovers: stopovers(legs, line), tunnels: road.tunnels, ferries: road.ferries,
            speedLimits: details.speedLimits, tolls: road.tolls, borders: road.borders, distanceMeters: distance,
            durationSeconds: milliseconds / 1000)
    }

    /// The driving side that the roundabouts and U-turns show, if all agree.
    private var evidentSide: DrivingSide {
        let sides = Set(instructions.map(\.evidentSide)).subtracting([.none])
        return sides.count == 1 ? sides.first ?? .none : .none
    }

    private func stopovers(_ legs: [ProviderLeg], _ line: [Coordinate]) -> [Stopover] {
        let isComplete = snapped.count == legs.count + 1
        return legs.enumerated().map { index, leg in
            Stopover(position: isComplete ? snapped[index + 1] : line[leg.lastIndex], geometryIndex: leg.lastIndex)
        }
    }

    /// Splits the instructions into legs, each of which ends at a via or at the destination.
    private func legs(path: String, line: [Coordinate], road: GraphHopperRoad) throws(RouteError) -> [ProviderLeg] {
        var legs: [ProviderLeg] = []
        var steps: [ProviderStep] = []
        for (number, instruction) in instructions.enumerated() {
            let place = "\(path).instructions[\(number)]"
            guard line.indices.contains(instruction.firstIndex) else {
                throw .inconsistent(path: place, problem: "begins at point \(instruction.firstIndex) of \(line.count)")
            }
            let isEnd = [GraphHopperManeuver.destination, GraphHopperManeuver.stopover].contains(instruction.sign)
            if steps.isEmpty {
                let start = legs.last?.lastIndex ?? 0
                steps.append(instruction.departure(at: start, road, isTravelled: !isEnd))
                if !isEnd { continue }
            }
            guard isEnd else {
                steps.append(instruction.step(road))
                continue
            }
            let isLast = instruction.sign == GraphHopperManeuver.destination
            let end = isLast ? line.count - 1 : instruction.firstIndex
            steps.append(instruction.arrival(at: end, road))
            legs.append(
                ProviderLeg(
                    path: "\(path) from stop \(legs.count)", firstIndex: steps[0].step.geometryIndex, lastIndex: end,
                    steps: steps, distanceMeters: steps.reduce(0) { $0 + $1.lengthMeters },
                    durationSeconds: steps.reduce(0) { $0 + $1.durationSeconds }))
            steps = []
        }
        guard steps.isEmpty else { throw .inconsistent(path: path, problem: "does not end with its destination") }
        return legs
    }
}
