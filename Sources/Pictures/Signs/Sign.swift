public import NavigationEvents

/// Everything that decides how a sign looks; equal signs are equal pictures.
public struct Sign: Hashable, Sendable {
    /// Angles at roundabouts are rounded to this, so that the noise of geometry does not make new pictures.
    public static let angleStepDegrees = 5.0
    /// Angles of turns are rounded to this.
    public static let turnAngleStepDegrees = 10.0

    /// The picture.
    public let picture: SignPicture
    /// Signed angle of the arrow, degrees, positive to the right as ``Step/turnAngleDegrees``; `nil` for pictures that
    /// have none. It is the true one within what tells the picture from its neighbours (``SignPicture/turnAngles``),
    /// the nominal one where none is known.
    public let turnAngleDegrees: Double?
    /// Number of the roundabout exit, counted from 1; `nil` where unknown or none.
    public let exitNumber: Int?
    /// True angle of the roundabout exit, clockwise from straight across, 0..<360; `nil` where unknown.
    public let exitAngleDegrees: Double?
    /// True angles of the other roundabout arms, ascending.
    public let otherArmAnglesDegrees: [Double]

    /// Makes a sign; angles are rounded, what is not finite, or does not belong to the picture, is left out.
    public init(
        _ picture: SignPicture, turnAngleDegrees: Double? = nil, exitNumber: Int? = nil,
        exitAngleDegrees: Double? = nil, otherArmAnglesDegrees: [Double] = []
    ) {
        self.picture = picture
        self.turnAngleDegrees = picture.turnAngles?.angle(turnAngleDegrees)
        let exit: RoundaboutExit? = if case .roundabout(let exit, _) = picture { exit } else { nil }
        let isRoundabout = exit != nil
        // Three digits do not fit into a ring, and no roundabout has them. Who leaves has counted.
        let isCounted = isRoundabout && exit != .leaving
        self.exitNumber = exitNumber.flatMap { isCounted && (1...99).contains($0) ? $0 : nil }
        self.exitAngleDegrees = isRoundabout ? exitAngleDegrees.flatMap(Self.rounded) : nil
        self.otherArmAnglesDegrees =
            isRoundabout ? Set(otherArmAnglesDegrees.compactMap(Self.rounded)).sorted() : []
    }

    /// The sign of a step.
    public init(_ step: Step) {
        self.init(
            SignPicture(step.maneuver), turnAngleDegrees: step.turnAngleDegrees, exitNumber: step.roundabout?.exitCount,
            exitAngleDegrees: step.roundabout?.exitAngleDegrees,
            otherArmAnglesDegrees: step.roundabout?.otherArmAnglesDegrees ?? [])
    }

    private static func rounded(_ degrees: Double) -> Double? {
        guard degrees.isFinite else { return nil }
        let turned = (degrees / angleStepDegrees).rounded().truncatingRemainder(dividingBy: 360 / angleStepDegrees)
        // Of the two zeros the positive one.
        return (turned < 0 ? turned + 360 / angleStepDegrees : turned) * angleStepDegrees + 0
    }
}
