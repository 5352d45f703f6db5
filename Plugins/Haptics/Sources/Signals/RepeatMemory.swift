import NavigationEvents

/// Remembers the signals to repeat on request: the one that matters now, not the last one played.
struct RepeatMemory: Hashable, Sendable {
    /// A condition is repeated for this time after it was played.
    static let conditionSeconds = 30.0
    /// The arrival is repeated for this time after the navigation has ended.
    static let arrivalSeconds = 120.0

    private struct Past: Hashable, Sendable {
        var hapticCue: HapticCue
        var stepNumber: Int?
        var seconds: Double
    }

    private var turn: Past?
    private var condition: Past?

    init() {}

    /// Remembers a signal that was played.
    mutating func record(_ hapticCue: HapticCue, _ info: NavigationInfo, at now: Double) {
        let past = Past(hapticCue: hapticCue, stepNumber: info.currentStep?.number, seconds: now)
        switch hapticCue.signal {
        case .prepare, .now, .roundabout: turn = past
        case .rerouted, .stopover, .arrived: condition = past
        // Lasting conditions are derived from the current state.
        case .offRoute, .ended, .positionUnreliable, .headingUnknown, .steer, .onCourse, .calibrating, .calibrated,
            .notCalibrated, .muted, .unmuted:
            break
        }
    }

    /// Handles the end of the navigation, after which seconds count from now.
    mutating func ended(at now: Double) {
        turn = nil
        condition?.seconds -= now
    }

    /// The signal to repeat.
    ///
    /// - Parameters:
    ///   - info: The last onNavigation event; `nil` outside a navigation.
    ///   - hasTurns: Whether turns are played: then the next turn is repeated even if it was not played yet.
    ///   - now: Seconds of the drive, which continue after its end.
    /// - Returns: The signal; `nil` if there is none.
    func again(_ info: NavigationInfo?, hasTurns: Bool, at now: Double) -> HapticCue? {
        guard let info else {
            guard let condition, condition.hapticCue.signal == .arrived,
                now - condition.seconds <= Self.arrivalSeconds
            else { return nil }
            return condition.hapticCue
        }
        if info.isDestinationReached { return HapticCue(signal: .arrived) }
        if info.positionStatus == .unreliable { return HapticCue(signal: .positionUnreliable) }
        if info.isOffRoute || info.isWrongWay || info.state == .rerouting {
            return HapticCue(signal: .offRoute)
        }
        if let condition, now - condition.seconds <= Self.conditionSeconds,
            turn.map({ $0.seconds < condition.seconds }) ?? true
        {
            return condition.hapticCue
        }
        guard hasTurns, let step = info.currentStep else { return nil }
        if let turn, turn.stepNumber == step.number { return turn.hapticCue }
        return TurnSignals.signal(step, isNow: false).map { HapticCue(signal: $0) }
    }
}
