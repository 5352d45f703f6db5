import NavigationEvents

extension GPXDocument {
    /// The tracks and then the routes of the file, as provider routes.
    ///
    /// - Parameters:
    ///   - derivesTurns: whether turns are derived from the bends of the line.
    ///   - travelMode: the travel mode if the file does not name one.
    func provided(derivesTurns: Bool, travelMode: TravelMode?) throws(RouteError) -> [ProviderRoute] {
        var routes: [ProviderRoute] = []
        for source in lines {
            guard var line = TrackLine(source) else { continue }
            try line.addStops(places)
            let times = TrackTimes(line, kind: source.kind, asked: travelMode)
            routes.append(line.route(times, derivesTurns: derivesTurns))
        }
        guard !routes.isEmpty else { throw .noRoute(provider: .gpx) }
        return routes
    }
}

extension TrackLine {
    /// A turn nearer to a stop than this is dropped.
    private static let stopMeters = 15.0

    fileprivate func route(_ times: TrackTimes, derivesTurns: Bool) -> ProviderRoute {
        let turns = derivesTurns ? TurnDetector(coordinates, isRecorded: isRecorded).turns : []
        let ends = points.indices.dropFirst().dropLast().filter { points[$0].stopName != nil } + [points.count - 1]
        var legs: [ProviderLeg] = []
        var rest = turns[...]
        var start = 0
        for end in ends {
            let inside = rest.prefix { $0.index < end }
            rest = rest.dropFirst(inside.count)
            let apart = inside.filter {
                meters[$0.index] - meters[start] >= Self.stopMeters && meters[end] - meters[$0.index] >= Self.stopMeters
            }
            legs.append(leg(from: start, to: end, turns: apart, times))
            start = end
        }
        return ProviderRoute(
            provider: RouteProvider.gpx.rawValue, travelMode: times.mode, geometry: coordinates, legs: legs,
            stopovers: ends.map {
                Stopover(position: points[$0].position, geometryIndex: $0, name: points[$0].stopName ?? "")
            },
            showsDrivingSide: false, distanceMeters: lengthMeters, durationSeconds: times.seconds.last ?? 0)
    }

    private func leg(
        from start: Int, to end: Int, turns: [TurnDetector.Turn], _ times: TrackTimes
    ) -> ProviderLeg {
        let places = [start] + turns.map(\.index) + [end]
        let steps = places.enumerated().map { number, place in
            let isLast = number + 1 == places.count
            let next = isLast ? place : places[number + 1]
            var step = Step(number: 0, maneuver: isLast ? .destination : .depart, geometryIndex: place)
            if number > 0, !isLast {
                step.maneuver = turns[number - 1].maneuver
                step.turnAngleDegrees = turns[number - 1].angleDegrees
            }
            return ProviderStep(
                step: step, lengthMeters: meters[next] - meters[place],
                durationSeconds: times.seconds[next] - times.seconds[place])
        }
        return ProviderLeg(
            path: "the leg to point \(end)", firstIndex: start, lastIndex: end, steps: steps,
            distanceMeters: meters[end] - meters[start], durationSeconds: times.seconds[end] - times.seconds[start])
    }
}
