public import NavigationEvents

/// Everything that decides how a sign looks; equal signs are equal pictures.
public struct Sign: Hashable, Sendable {
    /// Angles are rounded to this, so that the noise of geometry does not make new pictures.
    public static let angleStepDegrees = 5.0

    /// The picture.
    public var picture: SignPicture
    /// Number of the roundabout exit, counted from 1; `nil` where unknown or none.
    public var exitNumber: Int?
    /// True angle of the roundabout exit, clockwise from straight across, 0..<360; `nil` where unknown.
    public var exitAngleDegrees: Double?
    /// True angles of the other roundabout arms, ascending.
    public var otherArmAnglesDegrees: [Double]

    /// Makes a sign; angles are rounded, what is not finite is left out.
    public init(
        _ picture: SignPicture, exitNumber: Int? = nil, exitAngleDegrees: Double? = nil,
        otherArmAnglesDegrees: [Double] = []
    ) {
        self.picture = picture
        self.exitNumber = exitNumber
        self.exitAngleDegrees = exitAngleDegrees.flatMap(Self.rounded)
        self.otherArmAnglesDegrees = Set(otherArmAnglesDegrees.compactMap(Self.rounded)).sorted()
    }

    /// The sign of a step.
    public init(_ step: Step) {
        let roundabout = step.maneuver.isRoundabout ? step.roundabout : nil
        self.init(
            SignPicture(step.maneuver),
            // Three digits do not fit into a ring, and no roundabout has them.
            exitNumber: roundabout?.exitCount.flatMap { (1...99).contains($0) ? $0 : nil },
            exitAngleDegrees: roundabout?.exitAngleDegrees,
            otherArmAnglesDegrees: roundabout?.otherArmAnglesDegrees ?? [])
    }

    private static func rounded(_ degrees: Double) -> Double? {
        guard degrees.isFinite else { return nil }
        let turned = (degrees / angleStepDegrees).rounded().truncatingRemainder(dividingBy: 360 / angleStepDegrees)
        return (turned < 0 ? turned + 360 / angleStepDegrees : turned) * angleStepDegrees
    }
}
