import NavigationEvents

extension OSRMAnswer.Leg {
    func leg(path: String, line: inout OSRMLine) throws(RouteError) -> ProviderLeg {
        guard let steps, !steps.isEmpty else { throw .noSteps(path: path, provider: .osrm) }
        var provided: [ProviderStep] = []
        var before: OSRMAnswer.Step?
        var firstIndex = 0
        for (index, step) in steps.enumerated() {
            let geometryIndex = try line.append(
                step, isFirst: index == 0, isLast: index == steps.count - 1, path: "\(path).steps[\(index)]")
            if index == 0 { firstIndex = geometryIndex }
            try line.addTunnels(of: step, from: geometryIndex, path: "\(path).steps[\(index)]")
            provided.append(step.step(geometryIndex: geometryIndex, before: before, admins: admins ?? []))
            before = step
        }
        guard line.points.count >= 2 else { throw .tooFewPoints(path: path, count: line.points.count) }
        line.addSpeedLimits(annotation?.maxspeed ?? [], from: firstIndex)
        return ProviderLeg(
            path: path, firstIndex: firstIndex, lastIndex: line.points.count - 1, steps: provided,
            distanceMeters: distance, durationSeconds: duration)
    }
}

extension OSRMLine {
    /// An intersection's classes are those of the road behind it, up to the next one.
    fileprivate mutating func addTunnels(
        of step: OSRMAnswer.Step, from start: Int, path: @autoclosure () -> String
    ) throws(RouteError) {
        let intersections = step.intersections ?? []
        guard intersections.contains(where: \.isTunnel) else { return }
        var index = start
        for (number, intersection) in intersections.enumerated() {
            var end = points.count - 1
            if number + 1 < intersections.count {
                guard let found = self.index(of: intersections[number + 1].location.coordinate, from: index) else {
                    throw .misfit(path: path(), problem: "has its intersections beside its geometry, as others have")
                }
                end = found
            }
            if intersection.isTunnel { addTunnel(from: index, to: end) }
            index = end
        }
    }

    /// Annotations have one entry for each segment, in some answers one less.
    fileprivate mutating func addSpeedLimits(_ limits: [OSRMAnswer.MaximumSpeed], from start: Int) {
        for (segment, maximum) in limits.enumerated() {
            if let limit = maximum.limit { addSpeedLimit(limit, segment: start + segment) }
        }
    }
}

extension OSRMAnswer.Intersection {
    fileprivate var isTunnel: Bool { (classes ?? []).contains("tunnel") }
}

extension OSRMAnswer.MaximumSpeed {
    private static let metersPerSecondPerUnit = [
        "km/h": 1 / 3.6, "kmh": 1 / 3.6, "mph": 0.44704, "m/s": 1, "knots": 1852.0 / 3600,
    ]

    /// `nil` where the limit is not known. The entries come from signs in the map, not from rules of thumb.
    fileprivate var limit: SpeedLimit? {
        if none == true { return SpeedLimit(metersPerSecond: nil, isExplicit: true) }
        guard unknown != true, let speed, speed > 0, let factor = Self.metersPerSecondPerUnit[unit ?? "km/h"] else {
            return nil
        }
        return SpeedLimit(metersPerSecond: speed * factor, isExplicit: true)
    }
}
