public import NavigationEvents

/// Decides which lanes are to be seen: those of the maneuver ahead, from some distance on until it is made.
///
/// The one rule for every display, so that the picture, the terminal and the page show lanes at the same moment.
public struct LaneChoice: Sendable, Hashable {
    /// What is to be done after an event.
    public enum Action: Hashable, Sendable {
        /// What is seen stays.
        case keep
        /// These lanes are to be seen, in place of others.
        case show([Lane])
        /// No lanes are to be seen.
        case clear
    }

    /// From where on lanes are shown where nothing else is said, metres along the route.
    public static let defaultMeters = 600.0

    /// From where on lanes are shown, metres along the route.
    public let withinMeters: Double
    private var shown: Shown?

    /// Makes a choice that shows nothing yet.
    public init(withinMeters: Double = Self.defaultMeters) { self.withinMeters = withinMeters }

    /// The lanes that are to be seen; empty if there are none.
    public var lanes: [Lane] { shown?.lanes ?? [] }

    /// What there is to see while an event is the latest.
    public mutating func update(_ info: NavigationInfo) -> Action {
        guard info.state == .enroute, let step = info.currentStep, !step.lanes.isEmpty else { return clear() }
        let next = Shown(lanes: step.lanes, stepNumber: step.number, routeID: info.routeID)
        let isNear = (info.toManeuver?.distanceMeters).map { $0 <= withinMeters } ?? false
        // Once seen, lanes stay until the maneuver: a position that wavers around the limit must not make them blink.
        if let shown, shown.isSameManeuver(as: next, isNear: isNear) {
            self.shown = next
            return .keep
        }
        guard isNear else { return clear() }
        shown = next
        return .show(step.lanes)
    }

    /// Nothing is to be seen any more.
    public mutating func clear() -> Action {
        guard shown != nil else { return .keep }
        shown = nil
        return .clear
    }
}

/// The lanes that are seen, and the maneuver they belong to.
private struct Shown: Sendable, Hashable {
    var lanes: [Lane]
    var stepNumber: Int
    var routeID: String

    /// Equal lanes of a replaced route need no second showing while near: the picture is the same.
    func isSameManeuver(as other: Shown, isNear: Bool) -> Bool {
        lanes == other.lanes && (routeID == other.routeID ? stepNumber == other.stepNumber : isNear)
    }
}
