import NavigationEvents
import Routes

extension RoutingEngine {
    /// The route over the places in a format, read by the module Routes.
    func route(over places: String, in dialect: Dialect) async throws -> Route {
        let routes = try await RouteDocument.read(answer(over: places, in: dialect))
        guard let route = routes.first else { throw Failure.command("valhalla_service", said: "no route \(places)") }
        return route
    }
}

extension Route {
    /// Every step of every leg, in order.
    var steps: [Step] { legs.flatMap(\.steps) }

    /// The maneuvers in order, without departure and destination.
    var maneuvers: [Maneuver] { legs.flatMap { $0.steps.dropFirst().dropLast().map(\.maneuver) } }

    /// The first step with a maneuver.
    func step(_ maneuver: Maneuver) -> Step? { steps.first { $0.maneuver == maneuver } }

    /// The first step that leads onto a road.
    func step(onto road: String) -> Step? { steps.dropFirst().first { $0.simpleRoadName == road } }
}

extension Step {
    /// The lanes, one letter each: `o` may be used, `x` may not.
    var lanePattern: String { lanes.map { $0.isRecommended ? "o" : "x" }.joined() }
}
