public import NavigationEvents

/// The data that determine the picture of a maneuver. Equal signs have equal pictures.
public struct Sign: Hashable, Sendable {
    /// The step to which angles at roundabouts are rounded, so that inexact geometry creates no new pictures.
    public static let angleStepDegrees = 5.0
    /// The step to which angles of turns are rounded.
    public static let turnAngleStepDegrees = 10.0

    /// The picture of the maneuver.
    public let picture: SignPicture
    /// The signed angle of the arrow, degrees, positive to the right as ``Step/turnAngleDegrees``; `nil` for pictures
    /// without an angle. It is the true angle, limited to the range of the picture (``SignPicture/turnAngles``), or the
    /// nominal one if the true angle is unknown.
    public let turnAngleDegrees: Double?
    /// The number of the roundabout exit, from 1; `nil` if unknown, or without a roundabout.
    public let exitNumber: Int?
    /// The true angle of the roundabout exit, clockwise from straight ahead, 0..<360; `nil` if unknown.
    public let exitAngleDegrees: Double?
    /// The true angles of the other arms of the roundabout, ascending.
    public let otherArmAnglesDegrees: [Double]

    /// Creates a sign. Angles are rounded; values that are not finite or do not belong to the picture are dropped.
    public init(
        _ picture: SignPicture, turnAngleDegrees: Double? = nil, exitNumber: Int? = nil,
        exitAngleDegrees: Double? = nil, otherArmAnglesDegrees: [Double] = []
    ) {
        self.picture = picture
        self.turnAngleDegrees = picture.turnAngles?.angle(turnAngleDegrees)
        let exit: RoundaboutExit? = if case .roundabout(let exit, _) = picture { exit } else { nil }
        let isRoundabout = exit != nil
        // Three digits do not fit into a ring, and no roundabout has them. A vehicle on the ring needs no number.
        let isCounted = isRoundabout && exit != .leaving
        self.exitNumber = exitNumber.flatMap { isCounted && (1...99).contains($0) ? $0 : nil }
        self.exitAngleDegrees = isRoundabout ? exitAngleDegrees.flatMap(Self.rounded) : nil
        self.otherArmAnglesDegrees =
            isRoundabout ? Set(otherArmAnglesDegrees.compactMap(Self.rounded)).sorted() : []
    }

    /// Creates the sign of a step.
    public init(_ step: Step) {
        self.init(
            SignPicture(step.maneuver), turnAngleDegrees: step.turnAngleDegrees, exitNumber: step.roundabout?.exitCount,
            exitAngleDegrees: step.roundabout?.exitAngleDegrees,
            otherArmAnglesDegrees: step.roundabout?.otherArmAnglesDegrees ?? [])
    }

    private static func rounded(_ degrees: Double) -> Double? {
        guard degrees.isFinite else { return nil }
        let turned = (degrees / angleStepDegrees).rounded().truncatingRemainder(dividingBy: 360 / angleStepDegrees)
        // Adding 0 turns a negative zero into a positive one.
        return (turned < 0 ? turned + 360 / angleStepDegrees : turned) * angleStepDegrees + 0
    }
}
