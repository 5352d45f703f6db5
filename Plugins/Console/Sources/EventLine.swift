import NavigationEvents

/// Formats events as lines for people.
enum EventLine {
    static let stopped = "stopped"

    static func started(_ route: Route) -> String {
        let steps = route.legs.reduce(0) { $0 + $1.steps.count }
        let provider = route.provider.isEmpty ? "a route" : route.provider
        return
            "started    \(provider), \(distance(route.distanceMeters)), \(time(route.durationSeconds)), \(steps) steps"
    }

    static func fix(_ fix: Fix) -> String {
        var parts = ["\(degrees(fix.position.latitudeDegrees)), \(degrees(fix.position.longitudeDegrees))"]
        if let speed = fix.speedMetersPerSecond { parts.append("\(whole(speed * 3.6)) km/h") }
        if let course = fix.courseDegrees { parts.append("course \(compassPoint(course))") }
        if let accuracy = fix.horizontalAccuracyMeters { parts.append("±\(whole(accuracy)) m") }
        return "gps        " + parts.joined(separator: "  ")
    }

    static func guidance(_ info: NavigationInfo) -> String {
        "guidance   " + situation(info) + (info.cue.map { "  [\($0.stage.words)]" } ?? "")
    }

    private static func situation(_ info: NavigationInfo) -> String {
        if info.isDestinationReached { return "the destination is reached" }
        if info.isOffRoute { return offRouteText(info) }
        if let approach = info.approach {
            return "proceed to the route, \(distance(approach.distanceMeters)) \(compassPoint(approach.bearingDegrees))"
        }
        guard let step = info.currentStep else { return info.state.words }
        let name = step.fullRoadName.isEmpty ? "" : " onto \(step.fullRoadName)"
        let prefix = info.toManeuver.map { "in \(distance($0.distanceMeters)): " } ?? ""
        let rest = info.toDestination.map { ", \(distance($0.distanceMeters)) to go" } ?? ""
        return prefix + step.maneuver.words + name + rest + (info.isOnFerry ? ", on a ferry" : "")
    }

    private static func offRouteText(_ info: NavigationInfo) -> String {
        let prefix = info.isWrongWay ? "the wrong way" : "off the route"
        guard let search = info.rerouting, search.attempts > 0 else { return prefix }
        let failed = search.failure.isEmpty ? "" : "; failed to \(search.failure)"
        let question = search.request == nil ? "waiting to ask again" : "asking for another one"
        return "\(prefix), \(question)\(search.attempts > 1 ? " (\(search.attempts))" : "")\(failed)"
    }

    private static func compassPoint(_ degrees: Double) -> String { CompassPoint(degrees: degrees)?.rawValue ?? "?" }

    private static func distance(_ meters: Double) -> String {
        meters < 1000 ? "\(whole(meters)) m" : "\(decimal(meters / 1000, places: 1)) km"
    }

    private static func time(_ seconds: Double) -> String {
        seconds < 60 ? "\(whole(seconds)) s" : "\(whole(seconds / 60)) min"
    }

    private static func degrees(_ angle: Double) -> String { decimal(angle, places: 5) }

    private static func whole(_ value: Double) -> String { decimal(value, places: 0) }

    /// Rounds to a number of decimal places; "?" for values out of range.
    private static func decimal(_ value: Double, places: Int) -> String {
        guard value.magnitude < 1e9 else { return "?" }
        let unit = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int(clamping: (value.magnitude * Double(unit)).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return "\(sign)\(scaled)" }
        let digits = String(scaled % unit)
        let zeros = String(repeating: "0", count: places - digits.count)
        return "\(sign)\(scaled / unit).\(zeros)\(digits)"
    }
}
