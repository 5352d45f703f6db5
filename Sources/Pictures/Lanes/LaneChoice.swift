public import NavigationEvents

/// Decides which lanes are shown: those of the next maneuver, from a distance until the maneuver.
///
/// All displays use this rule, so that the picture, the terminal and the page show lanes at the same time.
public struct LaneChoice: Sendable, Hashable {
    /// The action of a display after an event.
    public enum Action: Hashable, Sendable {
        /// Keep the shown lanes.
        case keep
        /// Show these lanes in place of others.
        case show([Lane])
        /// Show no lanes.
        case clear
    }

    /// The default of ``withinMeters``.
    public static let defaultMeters = 600.0

    /// The distance to the maneuver from which lanes are shown, metres along the route.
    public let withinMeters: Double
    private var shown: Shown?

    /// Creates a choice that shows no lanes yet.
    public init(withinMeters: Double = Self.defaultMeters) { self.withinMeters = withinMeters }

    /// The lanes to show; empty for none.
    public var lanes: [Lane] { shown?.lanes ?? [] }

    /// Updates the choice with guidance.
    public mutating func update(_ info: NavigationInfo) -> Action {
        guard info.state == .enroute, let step = info.currentStep, !step.lanes.isEmpty else { return clear() }
        let next = Shown(lanes: step.lanes, stepNumber: step.number, routeID: info.routeID)
        let isNear = (info.toManeuver?.distanceMeters).map { $0 <= withinMeters } ?? false
        // Shown lanes stay until the maneuver, so that a position that varies around the limit does not make them
        // blink.
        if let shown, shown.isSameManeuver(as: next, isNear: isNear) {
            self.shown = next
            return .keep
        }
        guard isNear else { return clear() }
        shown = next
        return .show(step.lanes)
    }

    /// Removes the lanes.
    public mutating func clear() -> Action {
        guard shown != nil else { return .keep }
        shown = nil
        return .clear
    }
}

/// The shown lanes and their maneuver.
private struct Shown: Sendable, Hashable {
    var lanes: [Lane]
    var stepNumber: Int
    var routeID: String

    /// Whether the lanes need no update. Near the maneuver, equal lanes of a new route count as the same.
    func isSameManeuver(as other: Shown, isNear: Bool) -> Bool {
        lanes == other.lanes && (routeID == other.routeID ? stepNumber == other.stepNumber : isNear)
    }
}
