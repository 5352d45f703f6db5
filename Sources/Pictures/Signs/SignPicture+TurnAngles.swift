/// The angles that an arrow of a picture may have.
public struct TurnAngles: Hashable, Sendable {
    /// Without their side, degrees: multiples of ``Sign/turnAngleStepDegrees``.
    public let range: ClosedRange<Double>
    /// What is drawn where the true angle is not known, degrees, without its side.
    public let nominal: Double
    /// To which side.
    public let side: Side

    /// The angle drawn for a true one, signed, positive to the right.
    ///
    /// A true angle that contradicts the side is none: routers name a turn after the junction, geometry may err.
    func angle(_ trueDegrees: Double?) -> Double {
        let sign = side == .right ? 1.0 : -1.0
        guard let trueDegrees, trueDegrees.isFinite, trueDegrees * sign > 0 else { return nominal * sign }
        let rounded = (trueDegrees.magnitude / Sign.turnAngleStepDegrees).rounded() * Sign.turnAngleStepDegrees
        return min(max(rounded, range.lowerBound), range.upperBound) * sign
    }
}

extension SignPicture {
    /// The angles of the arrow; `nil` for pictures whose arrow has one form.
    ///
    /// The ranges keep a distance to each other, so that a turn never looks like a slight or a sharp one.
    public var turnAngles: TurnAngles? {
        switch self {
        case .slightTurn(let side): TurnAngles(range: 20...40, nominal: 40, side: side)
        case .turn(let side): TurnAngles(range: 60...110, nominal: 90, side: side)
        case .sharpTurn(let side): TurnAngles(range: 130...160, nominal: 140, side: side)
        case .fork(let side): TurnAngles(range: 20...50, nominal: 30, side: side)
        default: nil
        }
    }
}
