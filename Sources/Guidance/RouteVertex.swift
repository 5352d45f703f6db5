/// A vertex of a route and the segment that leaves it. 56 bytes: a million of them stay in 56 MB.
struct RouteVertex {
    /// Degrees north.
    var latitude: Double
    /// Degrees east, continued without a jump from the vertex before: may leave -180...180.
    var longitude: Double
    /// Metres from the start of the route, scaled to the lengths the provider declares.
    var along: Double
    /// Seconds from the start of the route, as the provider declares.
    var time: Double
    /// East part of the segment to the next vertex, metres.
    var east: Float = 0
    /// North part of the segment to the next vertex, metres.
    var north: Float = 0
    /// Metres per degree of longitude at the middle of the segment.
    var eastScale: Float = 0
    /// Metres per degree of latitude at the middle of the segment.
    var northScale: Float = 0
    /// Direction of the segment, degrees from north; that of the segment before where this one has no length.
    var heading: Float = 0
}
