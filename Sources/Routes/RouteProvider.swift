/// A dialect in which routes are written.
public enum RouteProvider: String, Sendable, Hashable, CaseIterable {
    /// Valhalla's own JSON: answers of `/route` and `/trace_route`.
    case valhalla
    /// The OSRM format: answers of OSRM itself, and of Valhalla when asked with `format=osrm`.
    case osrm
}
