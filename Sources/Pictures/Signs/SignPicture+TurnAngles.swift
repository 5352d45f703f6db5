/// The allowed angles of the arrow of a picture.
public struct TurnAngles: Hashable, Sendable {
    /// The range of the unsigned angle, degrees: multiples of ``Sign/turnAngleStepDegrees``.
    public let range: ClosedRange<Double>
    /// The unsigned angle that is drawn if the true one is unknown, degrees.
    public let nominal: Double
    /// The side of the turn.
    public let side: PictureSide

    /// The angle that is drawn for a true one, signed, positive to the right.
    ///
    /// A true angle on the other side is ignored: routers classify a turn by the junction, and geometry is inexact.
    func angle(_ trueDegrees: Double?) -> Double {
        let sign = side == .right ? 1.0 : -1.0
        guard let trueDegrees, trueDegrees.isFinite, trueDegrees * sign > 0 else { return nominal * sign }
        let rounded = (trueDegrees.magnitude / Sign.turnAngleStepDegrees).rounded() * Sign.turnAngleStepDegrees
        return min(max(rounded, range.lowerBound), range.upperBound) * sign
    }
}

extension SignPicture {
    /// The angles of the arrow; `nil` for pictures with a fixed arrow.
    ///
    /// The ranges are separated, so that a turn never looks like a slight or a sharp one.
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
