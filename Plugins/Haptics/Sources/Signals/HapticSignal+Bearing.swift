import Geodesy
import NavigationEvents

extension HapticSignal {
    /// The direction of the signal, degrees clockwise from straight ahead, if the step knows it better than the
    /// pattern: a turn and the exit of a roundabout have an angle. `nil` if the angle contradicts the side of the
    /// signal.
    func relativeBearingDegrees(_ step: Step) -> Double? {
        switch self {
        case .prepare(let direction), .now(let direction):
            guard let angle = step.turnAngleDegrees, angle.isFinite else { return nil }
            switch direction {
            case .left: return (-180..<0).contains(angle) ? Angle.normalized(angle) : nil
            case .right: return (0.001...180).contains(angle) ? angle : nil
            case .ahead: return abs(angle) <= 45 ? Angle.normalized(angle) : nil
            case .around: return nil
            }
        case .roundabout:
            guard let angle = step.turnAngleDegrees, angle.isFinite else { return nil }
            return Angle.normalized(angle)
        default: return nil
        }
    }
}
