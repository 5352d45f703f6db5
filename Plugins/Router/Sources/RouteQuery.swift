import Geodesy
import Glibc
import NavigationEvents

/// What a server is asked, before it is put into the words of its engine.
struct RouteQuery: Hashable, Sendable {
    /// How closely the way is to begin as one is driving.
    enum Start: Hashable, Sendable {
        /// The road one is on, in the direction one is driving in.
        case ahead
        /// Any road nearby: nothing was found the other way.
        case anywhere
    }

    /// Where the way begins.
    var origin: Coordinate
    /// Degrees clockwise from north, 0..<360; `nil` if it does not matter.
    var courseDegrees: Double?
    /// How far the road may run from the course, degrees.
    var courseToleranceDegrees = 60.0
    /// Metres around the origin within which every road may be the one.
    var accuracyMeters = 0.0
    /// The places to reach, in order; at least one.
    var stops: [Coordinate]
    var mode = TravelMode.car

    /// The places from the first to the last.
    var places: [Coordinate] { [origin] + stops }

    /// How far a road may lie from where one is said to be, metres; with a course it has to be this very road, or an
    /// engine takes another one far away only since it runs the right way.
    func snapMeters(most: Double) -> Double {
        courseDegrees == nil ? most : min(most, max(35, 3 * accuracyMeters))
    }
}

extension RouteQuery {
    private static let earthRadiusMeters = 6_371_008.8
    /// How far ahead the way begins that must go on: what is driven while the answer is computed.
    private static let aheadSeconds = 2.0
    private static let mostAheadMeters = 40.0
    /// A position that is less sure says little about which road it is on.
    private static let mostAccuracyMeters = 20.0

    /// What guidance asks for.
    init(_ request: RouteRequest, start: Start = .ahead) {
        origin = request.position
        stops = request.stopovers
        mode = request.travelMode
        accuracyMeters = Self.clamped(request.horizontalAccuracyMeters, to: Self.mostAccuracyMeters)
        guard start == .ahead, let course = request.courseDegrees, (0..<360).contains(course) else { return }
        courseDegrees = course
        guard request.isCourseBinding else { return }
        courseToleranceDegrees = 45
        let ahead = Self.clamped(request.speedMetersPerSecond * Self.aheadSeconds, to: Self.mostAheadMeters)
        origin = Self.place(ahead, from: request.position, towards: course)
    }

    /// 0 for what is no number.
    private static func clamped(_ number: Double, to most: Double) -> Double { number > 0 ? min(number, most) : 0 }

    /// The place some metres away in a direction; exact to a millimetre over the few metres it is used for.
    private static func place(_ meters: Double, from place: Coordinate, towards courseDegrees: Double) -> Coordinate {
        let course = courseDegrees * .pi / 180
        return LocalScale(at: place).moved(
            place, eastMeters: meters * sin(course), northMeters: meters * cos(course))
    }
}
