/// A dialect in which routes are written.
public enum RouteProvider: String, Sendable, Hashable, CaseIterable {
    /// Valhalla's own JSON: answers of `/route` and `/trace_route`.
    case valhalla
    /// The OSRM format: answers of OSRM itself, of Valhalla when asked with `format=osrm`, and of GraphHopper's
    /// `/navigate`.
    case osrm
    /// Mapbox Directions and Map Matching (api v5): the OSRM format with lanes, borders and limits of its own.
    case mapbox
    /// GraphHopper's own JSON: answers of `/route`.
    case graphhopper
    /// A track or a route of a GPX file. It tells no maneuvers: turns are derived from its line.
    case gpx
    /// The same, but nothing is derived: a line from stop to stop without a turn.
    case gpxLine = "gpx-line"
}
