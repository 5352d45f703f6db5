import Glibc
import NavigationEvents

/// The last metres before a maneuver: the speeds at which a usual driver takes the bends of the road there, and thus the
/// time that the approach takes.
///
/// The road itself tells the speed of a turn, an exit or a roundabout; ``CueTiming`` adds what it cannot tell. It is
/// computed once per maneuver.
struct ApproachProfile {
    /// Metres between two speeds, and before and after a point between which the road bends there.
    private static let spacingMeters = 12.0
    /// Metres before the maneuver that are described, and metres after it whose bends count.
    private static let beforeMeters = 400.0
    private static let afterMeters = 250.0
    private static let nextSpeedFactor = 1.25
    /// A smaller change of direction is none, radians: lines are drawn by hand.
    private static let minBend = 0.14
    private static let minSpeed = 0.5
    /// Factor of the deceleration of a driver who comes faster than usual.
    private static let hardBraking = 2.0
    /// Deceleration that is no longer comfortable, metres per second squared.
    private static let maxBraking = 2.8

    /// A driver: metres per second, and metres per second squared.
    struct Driver {
        var acceleration: Double
        var braking: Double
        /// Acceleration towards the inside of a bend.
        var cornering: Double
        /// Speed in the tightest bend.
        var minSpeed: Double
    }

    /// The speed in the bend at each point, from the maneuver backwards; infinite on a straight road.
    private var bends: [Double] = []
    /// The speed at each point from which the driver still slows down for all bends after it.
    private var limits: [Double] = []
    private let driver: Driver

    /// The profile of a straight road.
    init(driver: Driver) {
        self.driver = driver
    }

    /// Computes the profile before a point of the route.
    ///
    /// - Parameters:
    ///   - alongMeters: Metres along the route to the maneuver.
    ///   - maneuverSpeed: Speed that the maneuver allows; infinite if only the road matters.
    ///   - model: The route.
    ///   - driver: The driver.
    init(to alongMeters: Double, maneuverSpeed: Double, on model: RouteModel, driver: Driver) {
        self.driver = driver
        let after = Int(Self.afterMeters / Self.spacingMeters)
        let before = Int(min(Self.beforeMeters, alongMeters) / Self.spacingMeters)
        let endMeters = alongMeters + Double(after + 1) * Self.spacingMeters
        var line = Line(model, endMeters: endMeters)
        var (ahead, here) = (line.point(at: endMeters), line.point(at: endMeters - Self.spacingMeters))
        var limit = Double.infinity
        bends.reserveCapacity(before + 1)
        limits.reserveCapacity(before + 1)
        for index in -after...before {
            let behind = line.point(at: alongMeters - Double(index + 1) * Self.spacingMeters)
            var bend = speed(inBend: Line.bend(behind, here, ahead))
            if index < 0, let here { bend = min(bend, Self.nextSpeed(on: here.segment, model)) }
            (ahead, here) = (here, behind)
            if index == 0 { bend = min(bend, max(maneuverSpeed, driver.minSpeed)) }
            limit = min(bend, (limit * limit + 2 * driver.braking * Self.spacingMeters).squareRoot())
            guard index >= 0 else { continue }
            bends.append(bend)
            limits.append(limit)
        }
    }

    /// The speed of the road after the maneuver, as the router expects it; a little more, since its mean includes bends.
    private static func nextSpeed(on segment: Int, _ model: RouteModel) -> Double {
        let (one, other) = (model.vertices[segment], model.vertices[segment + 1])
        let (meters, seconds) = (other.distanceAlongRouteMeters - one.distanceAlongRouteMeters, other.time - one.time)
        return seconds > 0 ? nextSpeedFactor * meters / seconds : .infinity
    }

    private func speed(inBend radians: Double) -> Double {
        guard radians > Self.minBend else { return .infinity }
        return max((driver.cornering * Self.spacingMeters / radians).squareRoot(), driver.minSpeed)
    }

    /// The speed at the maneuver; infinite if the driver need not slow down.
    var speedAtManeuver: Double { limits.first ?? .infinity }

    /// Whether only hard braking is left: a driver who has not begun to slow down must hear of the maneuver now.
    func needsHardBraking(meters: Double, speed: Double) -> Bool {
        let slow = speedAtManeuver
        return slow < speed && speed * speed - slow * slow > 2 * Self.maxBraking * max(meters, 0)
    }

    /// Seconds to the maneuver.
    ///
    /// - Parameters:
    ///   - meters: The distance to it.
    ///   - speed: The present speed.
    ///   - cruise: The speed to which the driver accelerates where the road allows.
    func seconds(meters: Double, speed: Double, cruise: Double) -> Double {
        var (left, speed, seconds) = (meters, max(speed, Self.minSpeed), 0.0)
        let top = max(cruise, speed)
        while left > 0 {
            let index = Int(((left - 1e-6) / Self.spacingMeters).rounded(.down))
            // Far from the maneuver, the driver keeps the speed.
            guard index < limits.count else {
                let far = left - Double(limits.count) * Self.spacingMeters
                if far <= 0 || limits.isEmpty { return seconds + left / top }
                seconds += far / top
                left -= far
                speed = top
                continue
            }
            let length = left - Double(index) * Self.spacingMeters
            let reached = (speed * speed + 2 * driver.acceleration * length).squareRoot()
            // A driver who comes faster than usual brakes harder.
            let braked = max(speed * speed - 2 * Self.hardBraking * driver.braking * length, 0).squareRoot()
            let next = max(min(max(limits[index], braked), top, reached), Self.minSpeed)
            seconds += 2 * length / (speed + next)
            (left, speed) = (left - length, next)
        }
        return seconds
    }

    /// The speed at which this driver usually is at a distance from the maneuver, or less on a slow road.
    func limit(meters: Double) -> Double {
        let index = Int((meters / Self.spacingMeters).rounded(.down))
        guard index < limits.count else { return .infinity }
        let left = meters - Double(index) * Self.spacingMeters
        return (limits[index] * limits[index] + 2 * driver.braking * left).squareRoot()
    }

    /// Whether a vehicle that brakes stops before the maneuver, as at a red light, rather than slows down for a bend.
    ///
    /// - Parameters:
    ///   - meters: The distance to the maneuver.
    ///   - speed: The present speed.
    ///   - braking: The present deceleration, greater than 0.
    ///   - marginMeters: The distance from the maneuver at which the vehicle stops at least.
    func isStopping(meters: Double, speed: Double, braking: Double, marginMeters: Double) -> Bool {
        let stop = speed * speed / (2 * braking)
        guard stop < meters - marginMeters else { return false }
        for (index, bend) in bends.enumerated() where bend < speed {
            let driven = meters - Double(index) * Self.spacingMeters
            guard driven > 0, driven < stop else { continue }
            // The vehicle comes to the bend slower than any driver would take it.
            if (speed * speed - 2 * braking * driven).squareRoot() > bend / 2 { return false }
        }
        return true
    }

    /// The line of a route, read from a point backwards.
    private struct Line {
        /// Metres from the vertex at which the line is read first, and the segment of the point.
        typealias Point = (east: Double, north: Double, segment: Int)

        private let model: RouteModel
        /// The segment of the last point, and its first vertex, metres.
        private var segment: Int
        private var (east, north) = (0.0, 0.0)

        init(_ model: RouteModel, endMeters: Double) {
            self.model = model
            segment = model.segment(at: endMeters, near: model.lastSegment)
        }

        /// Radians by which a line through three points changes its direction; 0 if one is missing or the change does not
        /// count.
        static func bend(_ behind: Point?, _ here: Point?, _ ahead: Point?) -> Double {
            guard let behind, let here, let ahead else { return 0 }
            let (east, north) = (here.east - behind.east, here.north - behind.north)
            let (nextEast, nextNorth) = (ahead.east - here.east, ahead.north - here.north)
            let (sine, cosine) = (east * nextNorth - north * nextEast, east * nextEast + north * nextNorth)
            // The tangent of a small angle is greater than the angle.
            return sine.magnitude <= minBend * cosine ? 0 : atan2(sine, cosine).magnitude
        }

        /// A point that is not farther along than the one before; `nil` outside of the route.
        mutating func point(at along: Double) -> Point? {
            while segment > 0, model.vertices[segment].distanceAlongRouteMeters > along {
                segment -= 1
                east -= Double(model.vertices[segment].east)
                north -= Double(model.vertices[segment].north)
            }
            let (one, other) = (model.vertices[segment], model.vertices[segment + 1])
            guard one.distanceAlongRouteMeters <= along, along < other.distanceAlongRouteMeters else { return nil }
            let share =
                (along - one.distanceAlongRouteMeters) / (other.distanceAlongRouteMeters - one.distanceAlongRouteMeters)
            return (east + Double(one.east) * share, north + Double(one.north) * share, segment)
        }
    }
}
