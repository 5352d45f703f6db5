/// A format of routes. `ProviderAnswer` reads each of them.
public enum RouteProvider: String, Sendable, Hashable, CaseIterable {
    /// Valhalla's own JSON: answers of `/route` and `/trace_route`.
    case valhalla
    /// The OSRM format: answers of OSRM, of Valhalla with `format=osrm`, and of GraphHopper's `/navigate`.
    case osrm
    /// Mapbox Directions and Map Matching (API v5): the OSRM format with its own lanes, borders and limits.
    case mapbox
    /// GraphHopper's own JSON: answers of `/route`.
    case graphhopper
    /// A track or a route of a GPX file, which has no maneuvers: turns are derived from the line.
    case gpx
    /// The same without derived turns: a line from stop to stop.
    case gpxLine = "gpx-line"
}
