/// The shape of a roundabout, seen from the entering road.
///
/// Angles are measured clockwise from the direction of travel of the entering road, 0..<360: 0 is straight across, 90
/// to the right, 180 back, 270 to the left.
public struct Roundabout: Sendable, Hashable {
    /// Number of the exit to take, counting legal exits in driving direction from 1; `nil` if unknown.
    public var exitCount: Int?
    /// Angle of the exit to take, degrees; `nil` if unknown.
    public var exitAngleDegrees: Double?
    /// Angles of the other arms, degrees, without the entering one; empty if unknown.
    public var otherArmAnglesDegrees: [Double]
    /// The roundabout's own name ("Place de l'Étoile"); empty if it has none.
    public var name: String

    /// Makes a roundabout; everything that is not given is unknown.
    public init(
        exitCount: Int? = nil, exitAngleDegrees: Double? = nil, otherArmAnglesDegrees: [Double] = [], name: String = ""
    ) {
        self.exitCount = exitCount
        self.exitAngleDegrees = exitAngleDegrees
        self.otherArmAnglesDegrees = otherArmAnglesDegrees
        self.name = name
    }
}
