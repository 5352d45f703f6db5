/// The shape of a roundabout as its entering maneuver sees it.
///
/// Angles are measured clockwise from the entering road's direction of travel, 0..<360: 0 is straight
/// across, 90 is to the right, 180 is back where one came from, 270 is to the left.
public struct Roundabout: Sendable, Hashable {
    /// Number of the exit to take, counting legal exits in driving direction from 1; `nil` where unknown.
    public var exitCount: Int?
    /// Angle of the exit to take.
    public var exitAngleDegrees: Double?
    /// Angles of the other arms where known, without the entering one.
    public var otherArmAnglesDegrees: [Double]

    /// Makes a roundabout from what is known of it.
    public init(exitCount: Int? = nil, exitAngleDegrees: Double? = nil, otherArmAnglesDegrees: [Double] = []) {
        self.exitCount = exitCount
        self.exitAngleDegrees = exitAngleDegrees
        self.otherArmAnglesDegrees = otherArmAnglesDegrees
    }
}
