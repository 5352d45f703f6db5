import NavigationEvents

/// Decides what turn-until-quiet makes felt: at most one pointer a second, and one signal when the heading is unknown.
struct CompassSignals: Sendable {
    static let repeatSeconds = 1.0
    /// A compass that is off by more points nowhere.
    static let worstAccuracyDegrees = 45.0
    /// A heading that fails for a moment is not worth a signal.
    static let unknownAfterSeconds = 2.0

    let calibration: HeadingCalibration
    private var turn: TurnUntilQuiet
    private var pointedAt: Timestamp?
    private var unknownSince: Timestamp?
    private var isUnknownSignaled = false

    init(limits: SteeringLimits, calibration: HeadingCalibration) {
        self.calibration = calibration
        turn = TurnUntilQuiet(limits: limits)
    }

    /// What is to be felt now, if anything.
    mutating func update(_ info: NavigationInfo) -> HapticSignal? {
        // Without a target, or without knowing where one is, any pointer would be a guess.
        guard let target = info.lookahead, info.positionStatus != .unreliable, !info.isDestinationReached else {
            turn.reset()
            pointedAt = nil
            unknownSince = nil
            return nil
        }
        guard let heading = Self.heading(info.fix) else { return unknownHeading(at: info.fix.time) }
        unknownSince = nil
        isUnknownSignaled = false
        let steering = turn.update(
            trueHeading: calibration.trueHeading(deviceHeading: heading), bearing: target.bearingDegrees,
            time: info.fix.time)
        return pointer(steering, at: info.fix.time)
    }

    /// Whether the wearer is being told to turn.
    var isPointing: Bool { pointedAt != nil }

    /// Nothing has come for a while: where it pointed may be wrong by now.
    mutating func pause() { pointedAt = nil }

    /// Navigation has ended.
    mutating func reset() { self = CompassSignals(limits: turn.limits, calibration: calibration) }

    private static func heading(_ fix: Fix) -> Double? {
        guard let heading = fix.headingDegrees, heading.isFinite,
            fix.headingAccuracyDegrees.map({ $0 <= worstAccuracyDegrees }) ?? true
        else { return nil }
        return heading
    }

    private mutating func pointer(_ steering: Steering, at time: Timestamp) -> HapticSignal? {
        guard case .turn(let side, let error) = steering else {
            pointedAt = nil
            return nil
        }
        if let pointedAt, time >= pointedAt, time.seconds(since: pointedAt) < Self.repeatSeconds { return nil }
        pointedAt = time
        return .steer(side, errorDegrees: error, isBehind: error > turn.limits.behindDegrees)
    }

    private mutating func unknownHeading(at time: Timestamp) -> HapticSignal? {
        turn.reset()
        pointedAt = nil
        let since = unknownSince ?? time
        unknownSince = since
        guard !isUnknownSignaled, time.seconds(since: since) >= Self.unknownAfterSeconds else { return nil }
        isUnknownSignaled = true
        return .headingUnknown
    }
}
