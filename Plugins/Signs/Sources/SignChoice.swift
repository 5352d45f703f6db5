import NavigationEvents
import Pictures

/// Decides which sign is to be seen. It shows a maneuver once, however many events speak of it.
struct SignChoice: Sendable {
    /// What is to be done after an event.
    enum Action: Hashable, Sendable {
        /// The same maneuver is to be seen, if any.
        case keep
        /// Another one is to be seen.
        case show
        /// None is to be seen.
        case clear
    }

    private var shown: Shown?

    /// What there is to see while an event is the latest.
    mutating func update(_ info: NavigationInfo) -> Action {
        guard info.state == .enroute, let step = info.currentStep else { return clear() }
        let distance = info.toManeuver?.distanceMeters
        let next = Shown(step: step, routeID: info.routeID, distanceMeters: distance)
        defer { shown = next }
        if let shown, shown.isSameManeuver(as: next) { return .keep }
        return .show
    }

    /// Nothing is to be seen any more.
    mutating func clear() -> Action {
        guard shown != nil else { return .keep }
        shown = nil
        return .clear
    }
}

/// The maneuver that is seen.
private struct Shown: Sendable {
    /// A replaced route counts its steps anew; the same maneuver is then recognised by its distance.
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
        // Meanwhile the vehicle has come nearer; a different maneuver of the same kind lies elsewhere.
        return abs(distanceMeters - nextDistance) <= Self.sameManeuverMeters
    }
}
