import Geodesy
import NavigationEvents

/// Decides whether the route that a router offers is worth following from where one is now.
struct RouteOffer {
    private static let beginningMeters = 3000.0
    private static let mostBesideMeters = 100.0
    /// So much longer than what remained is no way to there.
    private static let mostLonger = 10.0
    private static let mostLongerMeters = 50_000.0
    /// So far ahead its direction is looked at.
    private static let directionMeters = 50.0
    private static let turningSpeed = 2.0
    /// Cosine of 120°.
    private static let opposedAgreement = -0.5

    let verdict: AnswerVerdict

    init(_ offered: Route, to request: RouteRequest, from old: Navigation) {
        var route = offered
        route.reason = .rerouted
        route.travelMode = request.travelMode
        guard route.geometry != old.model.route.geometry else {
            verdict = .fail("take the answer: it is the route that was left")
            return
        }
        guard route.stopovers.count == request.stopovers.count else {
            let count = route.stopovers.count
            verdict = .fail("take the answer: it has \(count) stopovers for the \(request.stopovers.count) that remain")
            return
        }
        // A replacement has an identity of its own.
        if route.id == old.model.route.id { route.id += "-\(request.number)" }
        // What was asked for is what is to be reached, under the name that it has.
        for (index, wanted) in zip(route.stopovers.indices, old.remainingStopovers) {
            route.stopovers[index].position = wanted.position
            if route.stopovers[index].name.isEmpty { route.stopovers[index].name = wanted.name }
        }
        do throws(RouteModelError) {
            let model = try RouteModel(route)
            verdict = Self.shortfall(of: model, old) ?? Self.direction(of: model, request, old) ?? .follow(route)
        } catch {
            verdict = .fail("\(error)")
        }
    }

    /// What it does not reach: an engine that knows no road there leads to the nearest one, however far that is.
    private static func shortfall(of model: RouteModel, _ old: Navigation) -> AnswerVerdict? {
        for (stop, former) in zip(model.route.stopovers, old.remainingStopovers) {
            let missing = meters(from: former.position, to: model.route.geometry[stop.geometryIndex])
            let before = meters(from: former.position, to: old.model.route.geometry[former.geometryIndex])
            guard missing > before + mostBesideMeters else { continue }
            return .fail(
                "take the answer: it ends \(Int(clamping: missing)) m from where it is to lead; the router knows no road there"
            )
        }
        let remained = old.model.destinationAlong - (old.tracker?.along ?? 0)
        guard model.destinationAlong > mostLonger * max(remained, 0) + mostLongerMeters else { return nil }
        let (long, short) = (Int(clamping: model.destinationAlong / 1000), Int(clamping: max(remained, 0) / 1000))
        return .fail("take the answer: it is a way of \(long) km, where \(short) km remained")
    }

    private static func meters(from one: Coordinate, to other: Coordinate) -> Double {
        let (east, north) = LocalScale(at: one).offsetMeters(from: one, to: other)
        return (east * east + north * north).squareRoot()
    }

    /// One goes on driving while the router thinks: where one is now counts, not where one was.
    private static func direction(of model: RouteModel, _ request: RouteRequest, _ old: Navigation) -> AnswerVerdict? {
        guard var now = old.observation else { return nil }
        now.longitude = model.continued(longitude: now.longitude)
        let beside = max(mostBesideMeters, 5 * now.accuracy)
        let search = RouteSearch(
            within: 0...min(beginningMeters, model.destinationAlong), radius: beside, leastAgreement: -1,
            expectedAlong: 0)
        guard let begin = model.find(now, search) else {
            return .fail("take the answer: it begins more than \(Int(clamping: beside)) m from where one is now")
        }
        guard now.speed > turningSpeed, now.hasCourse else { return nil }
        let ahead = min(begin.along + directionMeters, model.destinationAlong)
        let from = model.place(at: begin.along, near: begin.segment)
        let to = model.place(at: ahead, near: begin.segment)
        let scale = LocalScale(latitudeDegrees: from.latitude)
        let agreement = now.agreement(
            east: (to.longitude - from.longitude) * scale.metersPerDegreeEast,
            north: (to.latitude - from.latitude) * scale.metersPerDegreeNorth)
        guard agreement < opposedAgreement, !request.isCourseBinding else { return nil }
        return .askAgain("it begins against the direction of travel")
    }
}

extension RouteModel {
    /// The coordinates at a place, the longitude continued as in ``RouteVertex``.
    fileprivate func place(at along: Double, near hint: Int) -> (latitude: Double, longitude: Double) {
        let segment = segment(at: along, near: hint)
        let fraction = fraction(of: segment, at: along)
        let (one, next) = (vertices[segment], vertices[segment + 1])
        return (
            one.latitude + (next.latitude - one.latitude) * fraction,
            one.longitude + (next.longitude - one.longitude) * fraction
        )
    }
}
