/// A vertex of a route and the segment that starts at it. 56 bytes: a million of them take 56 MB.
struct RouteVertex {
    /// Degrees north.
    var latitude: Double
    /// Degrees east, unwrapped from the previous vertex: may leave -180...180.
    var longitude: Double
    /// Metres from the start of the route, along it, scaled to the lengths that the provider declares.
    var distanceAlongRouteMeters: Double
    /// Seconds from the start of the route, from the durations that the provider declares.
    var time: Double
    /// East component of the segment to the next vertex, metres.
    var east: Float = 0
    /// North component of the segment to the next vertex, metres.
    var north: Float = 0
    /// 1 divided by the length of the segment in metres; 0 if it has none.
    var inverseLength: Float = 0
    /// Metres per degree of longitude at the middle of the segment.
    var eastScale: Float = 0
    /// Metres per degree of latitude at the middle of the segment.
    var northScale: Float = 0
    /// Direction of the segment, degrees from north; that of the previous segment if this one has no length.
    var heading: Float = 0
}
