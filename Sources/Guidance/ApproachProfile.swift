import Glibc
import NavigationEvents

/// The last metres before a maneuver: the speeds at which a usual driver takes the bends of the road there, and thus the
/// time that the approach takes.
///
/// The road itself tells the speed of a turn, an exit or a roundabout; ``CueTiming`` adds what it cannot tell. It is
/// computed once per maneuver.
struct ApproachProfile {
    /// Metres between two speeds.
    private static let spacingMeters = 10.0
    /// Metres before the maneuver that are described, and metres after it whose bends count.
    private static let beforeMeters = 400.0
    private static let afterMeters = 250.0
    private static let nextSpeedFactor = 1.25
    /// Metres before and after a point between which the road bends there.
    private static let armMeters = 12.0
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
        let line = Line(model, from: alongMeters - Self.beforeMeters, to: alongMeters + Self.afterMeters)
        var limit = Double.infinity
        for index in -after...before {
            var bend = speed(inBend: line.bend(at: alongMeters - Double(index) * Self.spacingMeters))
            if index < 0 {
                bend = min(bend, Self.nextSpeed(at: alongMeters - Double(index) * Self.spacingMeters, model))
            }
            if index == 0 { bend = min(bend, max(maneuverSpeed, driver.minSpeed)) }
            limit = min(bend, (limit * limit + 2 * driver.braking * Self.spacingMeters).squareRoot())
            guard index >= 0 else { continue }
            bends.append(bend)
            limits.append(limit)
        }
    }

    /// The speed of the road after the maneuver, as the router expects it; a little more, since its mean includes bends.
    private static func nextSpeed(at alongMeters: Double, _ model: RouteModel) -> Double {
        let segment = model.segment(at: alongMeters, near: 0)
        guard segment + 1 < model.vertices.count else { return .infinity }
        let (one, other) = (model.vertices[segment], model.vertices[segment + 1])
        let (meters, seconds) = (other.distanceAlongRouteMeters - one.distanceAlongRouteMeters, other.time - one.time)
        return seconds > 0 ? nextSpeedFactor * meters / seconds : .infinity
    }

    private func speed(inBend radians: Double) -> Double {
        guard radians > Self.minBend else { return .infinity }
        return max((driver.cornering * Self.armMeters / radians).squareRoot(), driver.minSpeed)
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

    /// A part of the line of a route, metres.
    private struct Line {
        private var points: [(along: Double, east: Double, north: Double)] = []

        init(_ model: RouteModel, from: Double, to: Double) {
            var index = model.segment(at: from - armMeters, near: 0)
            var (east, north) = (0.0, 0.0)
            while index < model.vertices.count {
                let vertex = model.vertices[index]
                points.append((vertex.distanceAlongRouteMeters, east, north))
                if vertex.distanceAlongRouteMeters > to + armMeters { break }
                (east, north) = (east + Double(vertex.east), north + Double(vertex.north))
                index += 1
            }
        }

        /// Radians by which the line changes its direction around a point.
        func bend(at along: Double) -> Double {
            guard let here = point(at: along), let before = point(at: along - armMeters),
                let after = point(at: along + armMeters)
            else { return 0 }
            let (east, north) = (here.east - before.east, here.north - before.north)
            let (nextEast, nextNorth) = (after.east - here.east, after.north - here.north)
            let (sine, cosine) = (east * nextNorth - north * nextEast, east * nextEast + north * nextNorth)
            return sine == 0 && cosine == 0 ? 0 : atan2(sine, cosine).magnitude
        }

        private func point(at along: Double) -> (east: Double, north: Double)? {
            guard let next = points.firstIndex(where: { $0.along > along }), next > 0 else { return nil }
            let (one, other) = (points[next - 1], points[next])
            let share = (along - one.along) / (other.along - one.along)
            return (one.east + (other.east - one.east) * share, one.north + (other.north - one.north) * share)
        }
    }
}
