import NavigationEvents

/// The present guidance, changed in place.
///
/// The parts about the steps are copied once, when a step becomes the current one: an ordinary fix only changes numbers
/// and allocates no memory.
struct PresentInfo {
    private enum Shown: Equatable {
        case nothing
        case step(Int)
        case offRoute(revision: Int)
    }

    var info = NavigationInfo(state: .stopped, fix: .nowhere)
    private var shown = Shown.nothing
    /// Whether the route has changed since the guidance was last written.
    private(set) var isRouteChanged = false

    /// Forgets the current step: another route is followed.
    mutating func beginRoute() { (shown, isRouteChanged) = (.nothing, true) }

    /// Whether the route has changed since the last call.
    mutating func takeRouteChange() -> Bool {
        defer { isRouteChanged = false }
        return isRouteChanged
    }

    /// The guidance with which the navigation along a route ends. The route may have replaced that of the last guidance.
    mutating func stopped(on route: FollowedRoute) -> NavigationInfo {
        var last = info.stopped
        last.routeID = route.model.route.id
        last.isRouteChanged = takeRouteChange()
        last.isDestinationReached = route.isDestinationReached
        last.stopoversReached = route.stopsReached
        (last.stopoversSkipped, last.skipReason) = (route.stopsSkipped, route.skipReason)
        return last
    }

    /// Shows the step that is approached.
    mutating func show(step index: Int, of model: RouteModel) {
        guard shown != .step(index) else { return }
        info = model.stepTemplates[index]
        shown = .step(index)
    }

    /// Shows the search for another route: off route there is no next maneuver.
    mutating func showOffRoute(from model: RouteModel, _ rerouter: Rerouter) {
        guard shown != .offRoute(revision: rerouter.revision) else { return }
        info = NavigationInfo(
            state: .rerouting, routeID: model.route.id, fix: .nowhere, rerouting: rerouter.state)
        shown = .offRoute(revision: rerouter.revision)
    }
}

extension Fix {
    /// A placeholder for a fix that is filled in later.
    static let nowhere = Fix(
        time: Timestamp(nanosecondsSinceEpoch: 0), position: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0))
}
