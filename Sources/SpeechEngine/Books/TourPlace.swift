import NavigationEvents

/// The condition for reading a page on a tour: a circle or a distance.
package enum TourPlace: Hashable, Sendable {
    /// The vehicle is within this radius of a point.
    case circle(latitudeDegrees: Double, longitudeDegrees: Double, radiusMeters: Double)
    /// The vehicle has driven this distance from the start of the route.
    case distance(meters: Double)

    /// The radius of a circle without a radius in the book.
    static let defaultRadiusMeters = 50.0
    /// The maximum distance: once around the earth.
    static let maxMeters = 40_100_000.0
}

extension TourPlace: CustomStringConvertible {
    /// "within 50 m of 49.41, 8.69", "after 1200 m"
    package var description: String {
        switch self {
        case .circle(let latitude, let longitude, let radius):
            "within \(Int(clamping: radius)) m of \(latitude), \(longitude)"
        case .distance(let meters): "after \(Int(clamping: meters)) m"
        }
    }
}
