import NavigationEvents

/// Where on the way a page is said.
enum TourPlace: Hashable, Sendable {
    /// Within so many metres of a place.
    case circle(latitudeDegrees: Double, longitudeDegrees: Double, radiusMeters: Double)
    /// After so many metres of the route, from its start.
    case distance(meters: Double)

    /// The radius of a place that names none.
    static let usualRadiusMeters = 50.0
    /// No route is longer than once around the earth.
    static let mostMeters = 40_100_000.0
}

extension TourPlace: CustomStringConvertible {
    /// "within 50 m of 49.41, 8.69", "after 1200 m"
    var description: String {
        switch self {
        case .circle(let latitude, let longitude, let radius):
            "within \(Int(clamping: radius)) m of \(latitude), \(longitude)"
        case .distance(let meters): "after \(Int(clamping: meters)) m"
        }
    }
}
