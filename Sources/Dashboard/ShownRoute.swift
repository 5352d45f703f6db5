public import NavigationEvents

/// The route that is followed, for those who draw its line.
public struct ShownRoute: Sendable, Hashable {
    /// Counts the routes that this display was told of, from 1: another number, another line.
    public internal(set) var number: Int
    /// ``Route/id``.
    public internal(set) var id: String
    /// Who computed it; empty if not told.
    public internal(set) var provider: String
    /// The line, start to destination.
    public internal(set) var geometry: [Coordinate]
    /// The places to reach, the destination last; their names can be shown.
    public internal(set) var stopovers: [Stopover]
    /// Its length.
    public internal(set) var distanceMeters: Double
}
