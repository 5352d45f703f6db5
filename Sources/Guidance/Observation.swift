import NavigationEvents

/// A usable fix in the terms of the matching: plain numbers, nothing optional.
struct Observation {
    var time: Timestamp
    /// Smoothed latitude, degrees.
    var latitude: Double
    /// Smoothed longitude, degrees, continued to the side of ±180° of the route.
    var longitude: Double
    /// Radius of 68 % probability, metres.
    var accuracy: Double
    /// Too inexact to prove that the route was left or the destination reached.
    var isWeak: Bool
    /// Metres per second.
    var speed: Double
    /// Standard deviation of the way driven since the observation before, metres.
    var wayDoubt: Double
    /// East and north part of the unit vector of the course; both 0 where it is not known.
    var courseEast: Double
    var courseNorth: Double

    var hasCourse: Bool { courseEast != 0 || courseNorth != 0 }

    /// Cosine of the angle between the course and a direction; 1 where the course is not known.
    func agreement(east: Double, north: Double) -> Double {
        guard hasCourse else { return 1 }
        let length = (east * east + north * north).squareRoot()
        return length > 0 ? (courseEast * east + courseNorth * north) / length : 1
    }
}
