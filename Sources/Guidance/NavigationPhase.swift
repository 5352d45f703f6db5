import NavigationEvents

/// The phase of a navigation, with the data that exists only in this phase.
enum NavigationPhase {
    /// The vehicle is on its way to the route.
    case approaching(ApproachPhase)
    /// The vehicle follows the route.
    case onRoute(OnRoutePhase)
    /// The vehicle left the route; another route is searched.
    case offRoute(OffRoutePhase)
    /// The position on the route was lost, because the clock was set back or no fix arrived for a long time.
    case positionLost(PositionLostPhase)

    /// The position in this phase.
    func position(on model: RouteModel) -> PresentPosition {
        switch self {
        case .approaching: PresentPosition(lostAt: 0)
        case .onRoute(let phase): PresentPosition(phase.match, on: model)
        case .offRoute(let phase): phase.position(on: model)
        case .positionLost(let phase): PresentPosition(lostAt: phase.distanceAlongRouteMeters)
        }
    }

    /// The tracker of the position on the route; off route, as it was left. `nil` if there is none.
    var tracker: Tracker? {
        switch self {
        case .approaching, .positionLost: nil
        case .onRoute(let phase): phase.match.tracker
        case .offRoute(let phase): phase.tracker
        }
    }

    /// Whether the vehicle drives along the route in the opposite direction.
    var isWrongWay: Bool { if case .offRoute(let phase) = self { phase.isWrongWay } else { false } }

    /// The first phase on a route with another line, which replaces a route under way. A rerouted route begins at the
    /// present position: it was lost there if it is not found.
    static func entering(_ model: RouteModel, at observation: Observation?) -> NavigationPhase {
        guard let observation else { return .approaching(ApproachPhase()) }
        let point = InitialMatcher.find(
            observation, on: model, to: FollowedRoute.reachAlongMeters(of: model), isAnywhere: true, isSecondTry: false)
        if var point {
            // The distance from the new line is reported from the next fix on.
            point.offset = 0
            return .onRoute(OnRoutePhase(at: point, observation))
        }
        return model.route.reason == .rerouted ? .positionLost(PositionLostPhase(at: 0)) : .approaching(ApproachPhase())
    }

    /// The same phase on another route with the same line; a lost position is searched on the whole line.
    var onSameLine: NavigationPhase {
        switch self {
        case .approaching, .positionLost: .approaching(ApproachPhase())
        case .onRoute: self
        case .offRoute(let phase): .offRoute(phase.onSameLine)
        }
    }

    /// The phase after the movement of the vehicle became unknown.
    var afterReset: NavigationPhase {
        switch self {
        case .approaching: self
        case .onRoute(let phase): .positionLost(PositionLostPhase(at: phase.match.tracker.distanceAlongRouteMeters))
        // A vehicle that was off route is still off route.
        case .offRoute(let phase): .offRoute(phase.afterReset)
        case .positionLost(let phase): .positionLost(phase.afterReset)
        }
    }
}

/// A phase as a navigation keeps it. The phase on the route is an optional, which is changed in place: a fix would copy
/// the payload of an enumeration twice.
struct StoredPhase {
    /// The phase of a vehicle that follows the route.
    var onRoute: OnRoutePhase?
    /// Any other phase.
    private var other: NavigationPhase

    init(_ phase: NavigationPhase) {
        other = phase
        if case .onRoute(let onRoute) = phase { self.onRoute = onRoute }
    }

    var phase: NavigationPhase { onRoute.map { .onRoute($0) } ?? other }
    /// The position in this phase. A mutating function reads the phase in place.
    @inline(__always)
    mutating func position(on model: RouteModel) -> PresentPosition {
        onRoute?.position(on: model) ?? other.position(on: model)
    }
}
