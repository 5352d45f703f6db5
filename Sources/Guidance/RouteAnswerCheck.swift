import Geodesy
import NavigationEvents

/// Decides whether a router's route is worth following from the present position.
struct RouteAnswerCheck {
    private static let beginningMeters = 3000.0
    private static let maxOffsetMeters = 100.0
    /// A route this many times longer than the remaining one does not lead there.
    private static let maxLengthFactor = 10.0
    private static let maxExtraMeters = 50_000.0
    /// Distance ahead at which its direction is determined, metres.
    private static let directionMeters = 50.0
    private static let turningSpeed = 2.0
    /// Cosine of 120°.
    private static let opposedAgreement = -0.5

    let verdict: AnswerVerdict
    /// The model of the route that is to be followed; `nil` with any other verdict.
    let model: RouteModel?

    /// Judges an answer to the open request of a navigation.
    init(_ answer: RouteAnswer, from navigation: Navigation?) {
        do throws(RouteModelError) {
            (verdict, model) = try Self.judge(answer, navigation)
        } catch {
            (verdict, model) = (.fail("\(error)"), nil)
        }
    }

    private static func judge(
        _ answer: RouteAnswer, _ navigation: Navigation?
    ) throws(RouteModelError) -> (AnswerVerdict, RouteModel?) {
        guard let navigation, navigation.phase.position(on: navigation.route.model).isOffRoute else {
            return (.drop("no other route is needed any more"), nil)
        }
        guard let request = navigation.rerouter.request, request.number == answer.number else {
            return (.drop("it answers a request that is no longer open"), nil)
        }
        switch answer.outcome {
        case .failure(let reason): return (.fail(Rerouter.sanitized(reason)), nil)
        case .route(let offered):
            if let refusal = mismatch(of: offered, request, navigation) { return (refusal, nil) }
            let model = try RouteModel(completed(offered, request, navigation))
            let refusal = shortfall(of: model, navigation) ?? direction(of: model, request, navigation)
            return refusal.map { ($0, nil) } ?? (.follow(model.route), model)
        }
    }

    /// The failure of a route that cannot answer the request.
    private static func mismatch(of route: Route, _ request: RouteRequest, _ old: Navigation) -> AnswerVerdict? {
        guard route.geometry != old.route.model.route.geometry else {
            return .fail("accept the answer: it is the route that was left")
        }
        let (count, wanted) = (route.stopovers.count, request.stopovers.count)
        guard count == wanted else {
            return .fail("accept the answer: it has \(count) stopovers for the \(wanted) that remain")
        }
        return nil
    }

    /// The offered route as it is followed.
    private static func completed(_ offered: Route, _ request: RouteRequest, _ old: Navigation) -> Route {
        var route = offered
        route.reason = .rerouted
        route.travelMode = request.travelMode
        // A replacement needs another id.
        if route.id == old.route.model.route.id { route.id += "-\(request.number)" }
        // The stopovers keep the requested positions, and their names if the answer has none.
        for (index, wanted) in zip(route.stopovers.indices, old.route.remainingStopovers) {
            route.stopovers[index].position = wanted.position
            if route.stopovers[index].name.isEmpty { route.stopovers[index].name = wanted.name }
        }
        return route
    }

    /// The failure of a route that does not reach a stopover: a router leads to the nearest known road, however far
    /// away it is.
    private static func shortfall(of model: RouteModel, _ old: Navigation) -> AnswerVerdict? {
        for (stop, former) in zip(model.route.stopovers, old.route.remainingStopovers) {
            let missing = meters(from: former.position, to: model.route.geometry[stop.geometryIndex])
            let before = meters(from: former.position, to: old.route.model.route.geometry[former.geometryIndex])
            guard missing > before + maxOffsetMeters else { continue }
            return .fail(
                "accept the answer: it ends \(Int(clamping: missing)) m from a stopover; the router knows no road there"
            )
        }
        let remained =
            old.route.model.destinationAlongMeters
            - (old.phase.position(on: old.route.model).matched?.distanceAlongRouteMeters ?? 0)
        guard model.destinationAlongMeters > maxLengthFactor * max(remained, 0) + maxExtraMeters else { return nil }
        let (long, short) = (Int(clamping: model.destinationAlongMeters / 1000), Int(clamping: max(remained, 0) / 1000))
        return .fail("accept the answer: it has \(long) km, but \(short) km remained")
    }

    private static func meters(from one: Coordinate, to other: Coordinate) -> Double {
        let (east, north) = LocalScale(at: one).offsetMeters(from: one, to: other)
        return (east * east + north * north).squareRoot()
    }

    /// Judges the beginning of a route from the present position, since the vehicle has moved on while the router
    /// computed.
    private static func direction(of model: RouteModel, _ request: RouteRequest, _ old: Navigation) -> AnswerVerdict? {
        guard let now = old.lastObservation?.continued(on: model) else { return nil }
        let beside = max(maxOffsetMeters, 5 * now.accuracy)
        let search = RoutePointQuery(
            within: 0...min(beginningMeters, model.destinationAlongMeters), radius: beside, minAgreement: -1,
            expectedAlongMeters: 0)
        guard let begin = model.find(now, search) else {
            return .fail("accept the answer: it begins more than \(Int(clamping: beside)) m from the present position")
        }
        guard now.speed > turningSpeed, now.hasCourse else { return nil }
        let ahead = min(begin.distanceAlongRouteMeters + directionMeters, model.destinationAlongMeters)
        let from = model.coordinates(at: begin.distanceAlongRouteMeters, near: begin.segment)
        let to = model.coordinates(at: ahead, near: begin.segment)
        let scale = LocalScale(latitudeDegrees: from.latitude)
        let agreement = now.agreement(
            east: (to.longitude - from.longitude) * scale.metersPerDegreeEast,
            north: (to.latitude - from.latitude) * scale.metersPerDegreeNorth)
        guard agreement < opposedAgreement, !request.isCourseBinding else { return nil }
        return .askAgain("it begins against the direction of travel")
    }
}

extension RouteModel {
    /// The coordinates at a distance along the route, the longitude unwrapped as in ``RouteVertex``.
    fileprivate func coordinates(at meters: Double, near hint: Int) -> (
        latitude: Double, longitude: Double
    ) {
        let segment = segment(at: meters, near: hint)
        let fraction = fraction(of: segment, at: meters)
        let (one, next) = (vertices[segment], vertices[segment + 1])
        return (
            one.latitude + (next.latitude - one.latitude) * fraction,
            one.longitude + (next.longitude - one.longitude) * fraction
        )
    }
}
