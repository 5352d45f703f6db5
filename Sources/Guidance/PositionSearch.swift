/// The result of a search for the position while it is unknown.
enum PositionSearch {
    case notFound
    /// The vehicle is on the route.
    case onRoute(RoutePoint)
    /// The vehicle drives along the route in the opposite direction.
    case wrongWay(RoutePoint)
    /// The vehicle left the route after the position was lost.
    case offRoute
}
