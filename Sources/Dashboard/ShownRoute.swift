public import NavigationEvents

/// The active route, for displays that draw its line.
public struct ShownRoute: Sendable, Hashable {
    /// The number of the route on this display, from 1: each new line has another number.
    public internal(set) var number: Int
    /// The id of the route, ``Route/id``.
    public internal(set) var id: String
    /// The provider that computed it; empty if unknown.
    public internal(set) var provider: String
    /// The line, from start to destination.
    public internal(set) var geometry: [Coordinate]
    /// The stopovers, the destination last; their names can be shown.
    public internal(set) var stopovers: [Stopover]
    /// Its length, metres.
    public internal(set) var distanceMeters: Double
}
