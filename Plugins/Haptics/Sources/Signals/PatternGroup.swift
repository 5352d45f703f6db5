/// A group of signals that can be switched off. Steering depends on the mode; answers to requests are always played.
enum PatternGroup: CaseIterable, Sendable {
    case prepare, now, roundabout, offRoute, rerouted, stopover, arrived, positionUnreliable, headingUnknown

    /// The group of a signal; `nil` if it cannot be switched off.
    init?(_ signal: HapticSignal) {
        switch signal {
        case .prepare: self = .prepare
        case .now: self = .now
        case .roundabout: self = .roundabout
        case .offRoute: self = .offRoute
        case .rerouted: self = .rerouted
        case .stopover: self = .stopover
        case .arrived: self = .arrived
        case .positionUnreliable: self = .positionUnreliable
        case .headingUnknown: self = .headingUnknown
        case .ended, .steer, .onCourse, .calibrating, .calibrated, .notCalibrated, .muted, .unmuted: return nil
        }
    }
}
