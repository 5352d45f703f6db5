import NavigationEvents

/// What is felt again when somebody asks for it: what matters now, whatever was felt before.
struct Recollection: Hashable, Sendable {
    /// What has happened on the way is worth repeating for so long.
    static let happeningSeconds = 30.0
    /// The arrival can be asked for after the navigation has ended.
    static let arrivalSeconds = 120.0

    private struct Past: Hashable, Sendable {
        var felt: TurnSignals.Felt
        var stepNumber: Int?
        var seconds: Double
    }

    private var turn: Past?
    private var happening: Past?

    init() {}

    /// Takes note of what was felt.
    mutating func noted(_ felt: TurnSignals.Felt, _ info: NavigationInfo, at now: Double) {
        let past = Past(felt: felt, stepNumber: info.currentStep?.number, seconds: now)
        switch felt.signal {
        case .prepare, .now, .roundabout: turn = past
        case .rerouted, .stopover, .arrived: happening = past
        // What lasts is known without a memory.
        case .offRoute, .ended, .positionUnreliable, .headingUnknown, .steer, .onCourse, .calibrating, .calibrated,
            .notCalibrated, .muted, .unmuted:
            break
        }
    }

    /// The navigation has ended, and seconds count from now.
    mutating func ended(at now: Double) {
        turn = nil
        happening?.seconds -= now
    }

    /// What is to be felt again.
    ///
    /// - Parameters:
    ///   - info: The last moment of guidance; `nil` outside a navigation.
    ///   - hasTurns: Whether turns are felt: then the next one is told though nothing was felt of it so far.
    ///   - now: Seconds of the drive, going on after its end.
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
