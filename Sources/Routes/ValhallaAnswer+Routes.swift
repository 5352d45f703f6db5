import NavigationEvents

extension ValhallaAnswer {
    /// The route and its alternatives.
    func provided() throws(RouteError) -> [ProviderRoute] {
        if error != nil || errorCode != nil {
            throw .refused(
                provider: .valhalla, code: errorCode.map { "error \($0)" } ?? "an error",
                message: error ?? "no message")
        }
        guard let trip else { throw .noRoute(provider: .valhalla) }
        var routes = [try trip.route(path: "trip")]
        for (index, alternate) in alternates.enumerated() {
            routes.append(try alternate.route(path: "alternates[\(index)].trip"))
        }
        return routes
    }
}

extension ValhallaAnswer.Trip {
    private static let metersPerUnit = ["kilometers": 1000.0, "km": 1000.0, "miles": 1609.344, "mi": 1609.344]

    fileprivate func route(path: String) throws(RouteError) -> ProviderRoute {
        if let status, status != 0 {
            throw .refused(provider: .valhalla, code: "status \(status)", message: statusMessage ?? "no message")
        }
        guard !legs.isEmpty else { throw .noRoute(provider: .valhalla) }
        guard let metersPerUnit = Self.metersPerUnit[units ?? "kilometers"] else {
            throw .malformed(path: "\(path).units", problem: "is \"\(units ?? "")\", neither kilometers nor miles")
        }
        var geometry: [Coordinate] = []
        var provided: [ProviderLeg] = []
        for (index, leg) in legs.enumerated() {
            provided.append(
                try leg.leg(path: "\(path).legs[\(index)]", metersPerUnit: metersPerUnit, appendingTo: &geometry))
        }
        return ProviderRoute(
            provider: RouteProvider.valhalla.rawValue, travelMode: travelMode, geometry: geometry, legs: provided,
            stopovers: stopovers(provided, geometry), ferries: Self.ferries(provided), tolls: tolls(provided),
            distanceMeters: summary.length * metersPerUnit, durationSeconds: summary.time)
    }

    /// The stretches from the maneuvers that board a ferry or a train to the maneuvers after them.
    private static func ferries(_ legs: [ProviderLeg]) -> [GeometrySpan] {
        var ferries: [GeometrySpan] = []
        for leg in legs {
            for (step, next) in zip(leg.steps, leg.steps.dropFirst()) where step.step.ferry == .enter {
                ferries.join(from: step.step.geometryIndex, to: next.step.geometryIndex)
            }
        }
        return ferries
    }

    /// The stretches of the maneuvers with a toll.
    private func tolls(_ provided: [ProviderLeg]) -> [GeometrySpan] {
        var tolls: [GeometrySpan] = []
        for (leg, made) in zip(legs, provided) {
            for (index, maneuver) in leg.maneuvers.enumerated() where maneuver.hasToll {
                let end = index + 1 < made.steps.count ? made.steps[index + 1].step.geometryIndex : made.lastIndex
                tolls.join(from: made.steps[index].step.geometryIndex, to: end)
            }
        }
        return tolls
    }

    private var travelMode: TravelMode {
        for maneuver in legs.flatMap(\.maneuvers) {
            switch maneuver.travelMode {
            case "drive": return .car
            case "bicycle": return .bicycle
            case "pedestrian", "transit": return .foot
            default: continue
            }
        }
        return .unknown
    }

    /// The stopovers at the ends of the legs, from the locations of type "break".
    private func stopovers(_ legs: [ProviderLeg], _ geometry: [Coordinate]) -> [Stopover] {
        let breaks = locations.filter { $0.type?.hasPrefix("break") ?? true }
        let isComplete = breaks.count == legs.count + 1
        return legs.enumerated().map { index, leg in
            var stopover = Stopover(position: geometry[leg.lastIndex], geometryIndex: leg.lastIndex)
            guard isComplete else { return stopover }
            let place = breaks[index + 1]
            if place.position.isValid { stopover.position = place.position }
            stopover.name = RoadNames.cleaned([place.name ?? "", place.street ?? ""]).first ?? ""
            return stopover
        }
    }
}

extension ValhallaAnswer.Leg {
    fileprivate func leg(
        path: String, metersPerUnit: Double, appendingTo geometry: inout [Coordinate]
    ) throws(RouteError) -> ProviderLeg {
        guard !maneuvers.isEmpty else { throw .noSteps(path: path, provider: .valhalla) }
        guard let shape else { throw .tooFewPoints(path: "\(path).shape", count: 0) }
        let points = try shape.points(precision(path: path), path: "\(path).shape")
        guard points.count >= 2 else { throw .tooFewPoints(path: "\(path).shape", count: points.count) }
        let joins = geometry.last == points[0]
        let firstIndex = joins ? geometry.count - 1 : geometry.count
        geometry.append(contentsOf: joins ? points.dropFirst() : points[...])
        let lastIndex = geometry.count - 1
        var steps: [ProviderStep] = []
        for (index, maneuver) in maneuvers.enumerated() {
            guard points.indices.contains(maneuver.beginShapeIndex) else {
                throw .inconsistent(
                    path: "\(path).maneuvers[\(index)]",
                    problem: "begins at point \(maneuver.beginShapeIndex) of \(points.count)")
            }
            let end = index + 1 < maneuvers.count ? maneuvers[index + 1].beginShapeIndex : points.count - 1
            steps.append(
                maneuver.step(
                    firstIndex: firstIndex, metersPerUnit: metersPerUnit,
                    levelName: level(from: maneuver.beginShapeIndex, to: end),
                    after: index > 0 ? maneuvers[index - 1] : nil))
        }
        return ProviderLeg(
            path: path, firstIndex: firstIndex, lastIndex: lastIndex, steps: steps,
            distanceMeters: summary.length * metersPerUnit, durationSeconds: summary.time)
    }

    /// The last level that a stretch reaches; `nil` if it changes none.
    private func level(from start: Int, to end: Int) -> String? {
        guard start < end else { return nil }
        return levelChanges.last { (start...end).contains($0.shapeIndex) }?.level
    }

    /// The precision of the line: six decimals, unless only five fit the bounding box of the summary.
    private func precision(path: String) throws(RouteError) -> Polyline.Precision {
        guard case .encoded(let text) = shape, let box = summary.box else { return .six }
        let polyline = try Polyline(text, path: "\(path).shape")
        func misfit(_ precision: Polyline.Precision) -> Double {
            guard let first = polyline.firstPoint(precision) else { return 0 }
            return max(0, box.south - first.latitudeDegrees) + max(0, first.latitudeDegrees - box.north)
                + max(0, box.west - first.longitudeDegrees) + max(0, first.longitudeDegrees - box.east)
        }
        return misfit(.five) < misfit(.six) ? .five : .six
    }
}
