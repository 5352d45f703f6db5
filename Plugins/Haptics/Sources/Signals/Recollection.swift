import NavigationEvents

/// Remembers the signals to repeat on request: the one that matters now, not the last one played.
struct Recollection: Hashable, Sendable {
    /// A condition is repeated for this time after it was played.
    static let happeningSeconds = 30.0
    /// The arrival is repeated for this time after the navigation has ended.
    static let arrivalSeconds = 120.0

    private struct Past: Hashable, Sendable {
        var felt: TurnSignals.Felt
        var stepNumber: Int?
        var seconds: Double
    }

    private var turn: Past?
    private var happening: Past?

    init() {}

    /// Remembers a signal that was played.
    mutating func noted(_ felt: TurnSignals.Felt, _ info: NavigationInfo, at now: Double) {
        let past = Past(felt: felt, stepNumber: info.currentStep?.number, seconds: now)
        switch felt.signal {
        case .prepare, .now, .roundabout: turn = past
        case .rerouted, .stopover, .arrived: happening = past
        // Lasting conditions are derived from the current state.
        case .offRoute, .ended, .positionUnreliable, .headingUnknown, .steer, .onCourse, .calibrating, .calibrated,
            .notCalibrated, .muted, .unmuted:
            break
        }
    }

    /// Handles the end of the navigation, after which seconds count from now.
    mutating func ended(at now: Double) {
        turn = nil
        happening?.seconds -= now
    }

    /// The signal to repeat.
    ///
    /// - Parameters:
    ///   - info: The last onNavigation event; `nil` outside a navigation.
    ///   - hasTurns: Whether turns are played: then the next turn is repeated even if it was not played yet.
    ///   - now: Seconds of the drive, which continue after its end.
    /// - Returns: The signal; `nil` if there is none.
    func again(_ info: NavigationInfo?, hasTurns: Bool, at now: Double) -> TurnSignals.Felt? {
        guard let info else {
            guard let happening, happening.felt.signal == .arrived,
                now - happening.seconds <= Self.arrivalSeconds
            else { return nil }
            return happening.felt
        }
        if info.isDestinationReached { return TurnSignals.Felt(signal: .arrived) }
        if info.positionStatus == .unreliable { return TurnSignals.Felt(signal: .positionUnreliable) }
        if info.isOffRoute || info.isWrongWay || info.state == .rerouting { return TurnSignals.Felt(signal: .offRoute) }
        if let happening, now - happening.seconds <= Self.happeningSeconds,
            turn.map({ $0.seconds < happening.seconds }) ?? true
        {
            return happening.felt
        }
        guard hasTurns, let step = info.currentStep else { return nil }
        if let turn, turn.stepNumber == step.number { return turn.felt }
        return TurnSignals.signal(step, isNow: false).map { TurnSignals.Felt(signal: $0) }
    }
}
