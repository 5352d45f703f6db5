/// Roads that a route avoids where it can.
package enum RouteAvoidance: String, CaseIterable, Sendable, Hashable {
    case tolls, motorways, ferries
}
