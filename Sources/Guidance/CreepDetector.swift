/// Tells a vehicle that creeps from one that is stationary, by the positions alone: used while the measured velocity
/// shows no movement.
///
/// A stationary receiver's positions wander around the true one; those of a vehicle in a jam move away steadily. Until
/// the mean error is clearly greater than the accuracy, the position on the route is held.
struct CreepDetector {
    private static let meanSeconds = 10.0
    /// Mean error in units of the accuracy that shows a movement: of a stationary vehicle, and of one that crept before
    /// or whose speed is above the noise.
    private static let stationaryErrors = 1.3
    private static let creepingErrors = 0.4
    /// Mean error in units of the accuracy at which the position has caught up.
    private static let caughtUpErrors = 0.3
    /// Seconds for which a vehicle that crept probably creeps on.
    private static let memorySeconds = 120.0
    /// Smoothed speeds, metres per second, between which a movement becomes probable.
    private static let quietSpeed = 0.38
    private static let creepingSpeed = 0.5

    /// Mean error at which the vehicle has certainly passed what held its position back.
    private static let provingErrors = 1.2

    private var meanError = 0.0
    /// Whether the fixes have left the position behind.
    private(set) var isCatchingUp = false
    private var memory = 0.0

    /// Whether the fixes are so far ahead of the position that they prove a movement.
    func isAhead(accuracy: Double, laneMeters: Double) -> Bool {
        meanError > Self.provingErrors * accuracy + laneMeters
    }

    /// Takes the error of the position of a slow vehicle.
    ///
    /// - Parameter error: Metres from the position on the route to the match, along the route.
    mutating func observe(error: Double, seconds: Double) {
        meanError += (error - meanError) * min(seconds / Self.meanSeconds, 1)
    }

    /// Whether the position of a vehicle without a measured movement follows the fixes.
    mutating func followsFixes(_ observation: Observation, seconds: Double) -> Bool {
        memory = max(memory - seconds, 0)
        let excess = (observation.undirectedSpeed - Self.quietSpeed) / (Self.creepingSpeed - Self.quietSpeed)
        let doubt = memory > 0 ? 0 : 1 - min(max(excess, 0), 1)
        let limit = Self.creepingErrors + (Self.stationaryErrors - Self.creepingErrors) * doubt
        if meanError.magnitude > limit * observation.accuracy {
            isCatchingUp = true
        } else if meanError.magnitude < Self.caughtUpErrors * observation.accuracy {
            isCatchingUp = false
        }
        if isCatchingUp { memory = Self.memorySeconds }
        return isCatchingUp
    }
}
