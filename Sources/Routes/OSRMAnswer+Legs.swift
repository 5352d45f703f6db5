import Geodesy
import NavigationEvents

extension OSRMAnswer.Leg {
    func leg(path: String, line: inout OSRMLine, isOfValhalla: Bool) throws(RouteError) -> ProviderLeg {
        guard !steps.isEmpty else { throw .noSteps(path: path, provider: .osrm) }
        let countries = (admins ?? []).map(\.countryCode)
        var provided: [ProviderStep] = []
        var firstIndex = 0
        for (index, step) in steps.enumerated() {
            let geometryIndex = try line.append(
                step, isFirst: index == 0, isLast: index == steps.count - 1, path: "\(path).steps[\(index)]")
            if index == 0 { firstIndex = geometryIndex }
            if step.isOnFerry { line.addFerry(from: geometryIndex) }
            try line.addPlaces(of: step, from: geometryIndex, countries, path: "\(path).steps[\(index)]")
            provided.append(
                step.step(
                    geometryIndex: geometryIndex, before: index > 0 ? steps[index - 1] : nil,
                    after: index + 1 < steps.count ? steps[index + 1] : nil, isOfValhalla: isOfValhalla))
        }
        guard line.points.count >= 2 else { throw .tooFewPoints(path: path, count: line.points.count) }
        if let annotation { line.addSpeedLimits(annotation, from: firstIndex) }
        return ProviderLeg(
            path: path, firstIndex: firstIndex, lastIndex: line.points.count - 1, steps: provided,
            distanceMeters: distance, durationSeconds: duration)
    }
}

extension OSRMLine {
    /// Adds tunnels, tolls and borders. Classes and country of an intersection apply to the road after it, up to the next one.
    fileprivate mutating func addPlaces(
        of step: OSRMAnswer.Step, from start: Int, _ countries: [String?], path: @autoclosure () -> String
    ) throws(RouteError) {
        let intersections = step.intersections
        let hasTunnel = intersections.contains(where: \.isTunnel)
        let entered = Set(intersections.compactMap { $0.country(countries) })
        let hasBorder = entered.count > 1 || entered.contains(where: isAbroad)
        let hasToll = intersections.contains { $0.isTolled || $0.hasTollCollection }
        guard hasTunnel || hasBorder || hasToll else {
            for intersection in intersections { enter(intersection.country(countries), at: start) }
            return
        }
        var index = start
        for (number, intersection) in intersections.enumerated() {
            enter(intersection.country(countries), at: index)
            var end = points.count - 1
            if number + 1 < intersections.count {
                guard let found = self.index(of: intersections[number + 1].location.coordinate, from: index) else {
                    throw .inconsistent(path: path(), problem: "has intersections that are not on its geometry")
                }
                end = found
            }
            if intersection.isTunnel { addTunnel(from: index, to: end) }
            if intersection.isTolled { addToll(from: index, to: end) }
            if intersection.hasTollCollection { addTollBooth(at: index) }
            index = end
        }
    }

    /// Adds the speed limits of an annotation.
    ///
    /// Annotations have one entry for each segment of the line of the leg, which may lack the doubled points of the
    /// lines of the steps. If the count fits neither, the entries are assigned by their lengths. Without lengths, one
    /// entry may be missing at the end; other entries are ignored, since a limit on the wrong road is worse than none.
    fileprivate mutating func addSpeedLimits(_ annotation: OSRMAnswer.Annotation, from start: Int) {
        let limits = annotation.limits
        guard !limits.isEmpty, start + 1 < points.count else { return }
        let segments = Array(start..<points.count - 1)
        let real = segments.filter { points[$0] != points[$0 + 1] }
        if limits.count == segments.count {
            addSpeedLimits(limits, to: segments)
        } else if limits.count == real.count {
            addSpeedLimits(limits, to: real)
        } else if annotation.lengths.count == limits.count {
            addSpeedLimits(limits, lengths: annotation.lengths, to: real)
        } else if limits.count == segments.count - 1 {
            addSpeedLimits(limits, to: segments)
        }
    }

    private mutating func addSpeedLimits(_ limits: [OSRMAnswer.MaximumSpeed], to segments: [Int]) {
        for (segment, maximum) in zip(segments, limits) {
            if let limit = maximum.limit { addSpeedLimit(limit, segment: segment) }
        }
    }

    /// Assigns to each segment the entry at its middle.
    private mutating func addSpeedLimits(
        _ limits: [OSRMAnswer.MaximumSpeed], lengths: [Double], to segments: [Int]
    ) {
        var (entry, entryEnd, meters) = (0, lengths[0], 0.0)
        for segment in segments {
            let length = points[segment].distanceMeters(to: points[segment + 1])
            let middle = meters + length / 2
            meters += length
            while entryEnd < middle, entry + 1 < lengths.count {
                entry += 1
                entryEnd += lengths[entry]
            }
            if let limit = limits[entry].limit { addSpeedLimit(limit, segment: segment) }
        }
    }
}

extension OSRMAnswer.Admin {
    fileprivate var countryCode: String? {
        guard let code, code.utf8.count == 2 else { return nil }
        return code.uppercased()
    }
}

extension OSRMAnswer.Intersection {
    fileprivate var isTunnel: Bool { hasTunnelName || classes.contains("tunnel") }

    fileprivate var isTolled: Bool { classes.contains("toll") }

    fileprivate func country(_ countries: [String?]) -> String? {
        guard let admin, countries.indices.contains(admin) else { return nil }
        return countries[admin]
    }
}

extension OSRMAnswer.MaximumSpeed {
    private static let metersPerSecondPerUnit = [
        "km/h": 1 / 3.6, "kmh": 1 / 3.6, "mph": 0.44704, "m/s": 1, "knots": 1852.0 / 3600,
    ]

    /// The limit, from signs in the map; `nil` if it is unknown.
    fileprivate var limit: SpeedLimit? {
        if isNone { return SpeedLimit(metersPerSecond: nil, isExplicit: true) }
        guard !isUnknown, let speed, speed > 0, let factor = Self.metersPerSecondPerUnit[unit ?? "km/h"] else {
            return nil
        }
        return SpeedLimit(metersPerSecond: speed * factor, isExplicit: true)
    }
}
