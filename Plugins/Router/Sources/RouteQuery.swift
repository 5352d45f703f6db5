import Geodesy
import Glibc
import NavigationEvents

/// A request for a route, before it is formatted for an engine.
struct RouteQuery: Hashable, Sendable {
    /// The condition on the first road of the route.
    enum Start: Hashable, Sendable {
        /// The road under the vehicle, in the direction of travel.
        case ahead
        /// Any road nearby, after `ahead` found nothing.
        case anywhere
    }

    /// The start of the route.
    var origin: Coordinate
    /// Course of the vehicle, degrees clockwise from north, 0..<360; `nil` if any direction is allowed.
    var courseDegrees: Double?
    /// Maximum angle between the road and the course, degrees.
    var courseToleranceDegrees = 60.0
    /// Accuracy of the origin, metres: every road within this radius may be the road of the vehicle.
    var accuracyMeters = 0.0
    /// The stopovers and the destination, in order; at least one.
    var stops: [Coordinate]
    var mode = TravelMode.car
    var wishes = RouteWishes()

    /// The maximum number of further routes; engines have none for a route with stops on the way.
    var alternatives: Int { stops.count == 1 ? wishes.alternatives : 0 }

    /// The origin and all stops, in order.
    var points: [Coordinate] { [origin] + stops }

    /// Maximum distance of the first road from the origin, metres. With a course the distance is small; otherwise an
    /// engine chooses a road far away that runs in the right direction.
    func snapMeters(limit: Double) -> Double {
        courseDegrees == nil ? limit : min(limit, max(35, 3 * accuracyMeters))
    }
}

extension RouteQuery {
    /// Time that the vehicle travels while the answer is computed; the route begins at the position after it.
    private static let aheadSeconds = 2.0
    private static let maxAheadMeters = 40.0
    /// A less accurate position says little about the road of the vehicle.
    private static let maxAccuracyMeters = 20.0

    /// Creates a query from a request of guidance.
    init(_ request: RouteRequest, start: Start = .ahead) {
        origin = request.position
        stops = request.stopovers
        mode = request.travelMode
        accuracyMeters = Self.clamped(request.horizontalAccuracyMeters, to: Self.maxAccuracyMeters)
        guard start == .ahead, let course = request.courseDegrees, (0..<360).contains(course) else { return }
        courseDegrees = course
        guard request.isCourseBinding else { return }
        courseToleranceDegrees = 45
        let ahead = Self.clamped(request.speedMetersPerSecond * Self.aheadSeconds, to: Self.maxAheadMeters)
        origin = Self.point(ahead, from: request.position, towards: course)
    }

    /// A number between 0 and a maximum; 0 for NaN.
    private static func clamped(_ number: Double, to limit: Double) -> Double { number > 0 ? min(number, limit) : 0 }

    /// The position at a distance in a direction; exact to a millimetre over the few metres for which it is used.
    private static func point(_ meters: Double, from point: Coordinate, towards courseDegrees: Double) -> Coordinate {
        let course = courseDegrees * .pi / 180
        return LocalScale(at: point).moved(
            point, eastMeters: meters * sin(course), northMeters: meters * cos(course))
    }
}
