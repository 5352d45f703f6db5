import NavigationEvents

/// A route as text.
struct RouteText {
    let text: String

    init(_ route: Route) {
        var lines = [
            "\(route.provider), by \(route.travelMode), \(Self.number(route.distanceMeters)) m, "
                + "\(Self.number(route.durationSeconds)) s, \(route.geometry.count) points"
        ]
        for leg in route.legs {
            lines.append(
                "leg of \(Self.number(leg.distanceMeters)) m, \(Self.number(leg.durationSeconds)) s")
            lines += leg.steps.map(Self.line)
        }
        lines += route.stopovers.map {
            "stop at point \($0.geometryIndex) \"\($0.name)\" \(Self.place($0.position))"
        }
        lines += route.tunnels.map { "tunnel \($0.fromIndex)-\($0.toIndex)" }
        lines += route.ferries.map { "ferry \($0.fromIndex)-\($0.toIndex)" }
        lines += route.speedLimits.map {
            "limit \($0.span.fromIndex)-\($0.span.toIndex) \($0.limit.metersPerSecond.map(Self.number) ?? "none")"
                + ($0.limit.isExplicit ? "" : " by law")
        }
        text = lines.joined(separator: "\n")
    }

    private static func line(_ step: Step) -> String {
        var parts = [
            "  \(step.number) \(step.maneuver) at point \(step.geometryIndex) after "
                + "\(number(step.distanceFromPreviousMeters)) m \(number(step.durationFromPreviousSeconds)) s"
        ]
        if !step.fullRoadName.isEmpty {
            parts.append("onto \"\(step.fullRoadName)\" (\(step.simpleRoadName))")
        }
        if let angle = step.turnAngleDegrees { parts.append("turning \(number(angle))") }
        if step.drivingSide != .none { parts.append("keeping \(step.drivingSide)") }
        if let roundabout = step.roundabout { parts.append(text(roundabout)) }
        if !step.lanes.isEmpty { parts.append("lanes \(step.lanes.map(text).joined(separator: " "))") }
        if let signpost = step.signpost {
            parts.append(
                "sign \(signpost.refs.joined(separator: "+")):\(signpost.destinations.joined(separator: "+"))"
            )
        }
        if let exit = step.exitNumber { parts.append("exit number \(exit)") }
        if step.tunnelMode != .none { parts.append("tunnel \(step.tunnelMode)") }
        if step.ferry != .none { parts.append("ferry \(step.ferry)") }
        if step.roadClassChange != .none { parts.append("\(step.roadClassChange)") }
        if let country = step.borderCountryCode { parts.append("into \(country)") }
        if step.passage != .none { parts.append("\(step.passage)\(step.levelName.map { " to level \($0)" } ?? "")") }
        if step.isStayingOnRoad { parts.append("staying") }
        if step.isDecision { parts.append("decision") }
        if step.beginsToll { parts.append("toll") }
        if let pronunciation = step.pronunciation { parts.append("said \(pronunciation)") }
        if step.isEndOfRoad { parts.append("end of road") }
        if let meters = step.sameSideStreetMeters {
            parts.append("a street to the same side \(number(meters)) m before")
        }
        if let instruction = step.instruction { parts.append("\"\(instruction)\"") }
        return parts.joined(separator: ", ")
    }

    private static func text(_ roundabout: Roundabout) -> String {
        let exit = roundabout.exitCount.map(String.init) ?? "?"
        let angle = roundabout.exitAngleDegrees.map(number) ?? "?"
        let arms = roundabout.otherArmAnglesDegrees.map(number).joined(separator: "+")
        let name = roundabout.name.isEmpty ? "" : "\(roundabout.name) "
        return "\(name)exit \(exit) at \(angle)\(arms.isEmpty ? "" : " passing \(arms)")"
    }

    /// The directions of a lane; an exclamation mark follows a recommended one.
    private static func text(_ lane: Lane) -> String {
        "[" + lane.directions.map { "\($0.shape)\($0.isRecommended ? "!" : "")" }.joined(separator: "|")
            + "]"
    }

    private static func place(_ place: Coordinate) -> String {
        "\(place.latitudeDegrees) \(place.longitudeDegrees)"
    }

    /// At most one decimal.
    private static func number(_ value: Double) -> String {
        let rounded = (value * 10).rounded() / 10
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
