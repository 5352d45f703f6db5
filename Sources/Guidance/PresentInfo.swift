import NavigationEvents

/// The guidance of the present moment, changed in place.
///
/// What the events say of the steps is taken over once, when a step becomes the current one: a plain fix moves numbers
/// only, and takes no memory.
struct PresentInfo {
    private enum Shown: Equatable {
        case nothing
        case step(Int)
        case astray(revision: Int)
    }

    var info = NavigationInfo(state: .stopped, fix: .nowhere)
    private var shown = Shown.nothing

    /// Another route counts from now on.
    mutating func forget() { shown = .nothing }

    /// The step that is approached.
    mutating func show(step index: Int, of model: RouteModel) {
        guard shown != .step(index) else { return }
        info = model.outlines[index]
        shown = .step(index)
    }

    /// Off the route there is no next maneuver.
    mutating func showAstray(from model: RouteModel, _ rerouter: Rerouter) {
        guard shown != .astray(revision: rerouter.revision) else { return }
        info = NavigationInfo(
            state: .rerouting, routeID: model.route.id, fix: .nowhere, rerouting: rerouter.state)
        shown = .astray(revision: rerouter.revision)
    }
}

extension Fix {
    /// Stands where the fix is filled in later.
    static let nowhere = Fix(
        time: Timestamp(nanosecondsSinceEpoch: 0), position: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0))
}
