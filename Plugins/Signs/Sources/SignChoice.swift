import NavigationEvents
import Pictures

/// Decides when a new sign is shown: once for each maneuver, independent of the number of events.
struct SignChoice: Sendable {
    /// The action after an event.
    enum Action: Hashable, Sendable {
        /// Keep the shown sign, if any.
        case keep
        /// Show a new sign.
        case show
        /// Show no sign.
        case clear
    }

    private var shown: Shown?

    /// Updates the choice with guidance.
    mutating func update(_ info: NavigationInfo) -> Action {
        guard info.state == .enroute, let step = info.currentStep else { return clear() }
        let distance = info.toManeuver?.distanceMeters
        let next = Shown(step: step, routeID: info.routeID, distanceMeters: distance)
        defer { shown = next }
        if let shown, shown.isSameManeuver(as: next) { return .keep }
        return .show
    }

    /// Removes the sign.
    mutating func clear() -> Action {
        guard shown != nil else { return .keep }
        shown = nil
        return .clear
    }
}

/// The shown maneuver.
private struct Shown: Sendable {
    /// The tolerance of the distance by which a maneuver is recognised on a new route, which numbers its steps again.
    static let sameManeuverMeters = 30.0

    var step: Step
    var routeID: String
    var distanceMeters: Double?

    func isSameManeuver(as other: Shown) -> Bool {
        guard step.maneuver == other.step.maneuver, step.fullRoadName == other.step.fullRoadName,
            Sign(step) == Sign(other.step)
        else { return false }
        if routeID == other.routeID { return step.number == other.step.number }
        guard let distanceMeters, let nextDistance = other.distanceMeters else { return false }
        // The distance has changed only a little since; another maneuver of the same kind is elsewhere.
        return abs(distanceMeters - nextDistance) <= Self.sameManeuverMeters
    }
}
