import NavigationEvents

extension OSRMAnswer {
    /// The route and its alternatives, or the matchings of a trace.
    func provided(asked: RouteProvider?) throws(RouteError) -> [ProviderRoute] {
        if let code, code != "Ok" {
            let isMapbox = Self.mapboxCodes.contains(code)
            throw .refused(provider: isMapbox ? .mapbox : asked ?? .osrm, code: code, message: message ?? "no message")
        }
        let writer: RouteProvider? = isMapbox || asked == .mapbox ? .mapbox : nil
        let (name, given) = routes.isEmpty ? ("matchings", matchings) : ("routes", routes)
        guard !given.isEmpty else { throw .noRoute(provider: writer ?? .osrm) }
        let precision = try Self.precision(of: given, name: name)
        var provided: [ProviderRoute] = []
        for (index, route) in given.enumerated() {
            provided.append(
                try route.route(
                    path: "\(name)[\(index)]", precision: precision, waypoints: waypoints, writer: writer))
        }
        return provided
    }

    /// Error codes of Mapbox that OSRM does not have.
    private static let mapboxCodes: Set<String> = [
        "Forbidden", "InvalidInput", "ProcessingError", "ProfileNotFound",
    ]

    /// The precision of all polylines of a document: that at which they begin at their maneuvers.
    private static func precision(of routes: [Route], name: String) throws(RouteError) -> Polyline.Precision {
        var misfit: [Polyline.Precision: Double] = [:]
        // A few steps are enough; documents can have ten thousands.
        for step in routes.lazy.flatMap(\.legs).flatMap(\.steps).prefix(50) {
            guard case .encoded(let text) = step.geometry else { continue }
            let polyline = try Polyline(text, path: "of a step of \(name)")
            for precision in Polyline.Precision.allCases {
                guard let point = polyline.firstPoint(precision) else { continue }
                let place = step.maneuver.location.coordinate
                misfit[precision, default: 0] +=
                    abs(point.latitudeDegrees - place.latitudeDegrees)
                    + abs(point.longitudeDegrees - place.longitudeDegrees)
            }
        }
        return (misfit[.five] ?? 1) < (misfit[.six] ?? 0) ? .five : .six
    }
}

extension OSRMAnswer.Route {
    fileprivate func route(
        path: String, precision: Polyline.Precision, waypoints: [OSRMAnswer.Waypoint], writer: RouteProvider?
    ) throws(RouteError) -> ProviderRoute {
        guard !legs.isEmpty else { throw .noRoute(provider: writer ?? .osrm) }
        let isValhalla = legs.contains { $0.admins != nil }
        var line = OSRMLine(precision: precision)
        var provided: [ProviderLeg] = []
        for (index, leg) in legs.enumerated() {
            provided.append(
                try leg.leg(
                    path: "\(path).legs[\(index)]", line: &line, isOfValhalla: isValhalla && writer != .mapbox))
        }
        return ProviderRoute(
            provider: (writer ?? (isValhalla ? .valhalla : .osrm)).rawValue, travelMode: travelMode,
            geometry: line.points, legs: provided,
            stopovers: stopovers(provided, line.points, self.waypoints.isEmpty ? waypoints : self.waypoints),
            tunnels: line.tunnels, ferries: line.ferries, speedLimits: line.speedLimits,
            tolls: line.tolls, tollBooths: line.tollBooths, borders: line.borders,
            distanceMeters: distance, durationSeconds: duration)
    }

    private var travelMode: TravelMode {
        for step in legs.lazy.flatMap(\.steps) {
            switch step.mode {
            case "driving": return .car
            case "cycling", "pushing bike": return .bicycle
            case "walking": return .foot
            default: continue
            }
        }
        return .unknown
    }

    /// The ends of the legs; legs name the waypoints that the route passes without a stop.
    private func stopovers(
        _ legs: [ProviderLeg], _ geometry: [Coordinate], _ waypoints: [OSRMAnswer.Waypoint]
    ) -> [Stopover] {
        let passed = Set(self.legs.flatMap(\.viaWaypointIndices))
        let ends = waypoints.enumerated().filter { !passed.contains($0.offset) }.map(\.element)
        let isComplete = ends.count == legs.count + 1
        return legs.enumerated().map { index, leg in
            var stopover = Stopover(position: geometry[leg.lastIndex], geometryIndex: leg.lastIndex)
            guard isComplete else { return stopover }
            let place = ends[index + 1]
            if place.location.coordinate.isValid { stopover.position = place.location.coordinate }
            stopover.name = place.name ?? ""
            return stopover
        }
    }
}
