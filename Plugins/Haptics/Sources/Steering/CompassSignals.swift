/// Decides the pulses of turn until quiet: a pointer a second while off course, silence on course, and repeated signals
/// while the target direction or the heading is unknown, because silence would mean "on course".
struct CompassSignals: Sendable {
    /// Time between two pointers.
    static let repeatSeconds = 1.0
    /// Time between two signals of the same unknown value.
    static let alarmSeconds = 8.0
    /// The minimum time between two signals of a value that is known and unknown by turns.
    static let minAlarmSeconds = 3.0
    /// A heading that is unknown for less than this time causes no signal.
    static let unknownAfterSeconds = 2.0

    private let onCourseSeconds: Double
    private var turn: TurnUntilQuiet
    /// Times the pointer; it runs while there is one.
    private var pointerTimer = RepeatTimer(intervalSeconds: CompassSignals.repeatSeconds)
    /// The time of the last sign of life: a pointer, or a pulse that means "on course".
    private var lastSignOfLifeSeconds: Double?
    private var unknownSince: Double?
    /// The time of the last pulse of each alarm.
    private var alarms: [HapticSignal: Double] = [:]
    /// The alarm that lasts; `nil` if all values are known.
    private(set) var alarm: HapticSignal?

    /// Creates the state of a drive.
    ///
    /// - Parameters:
    ///   - limits: The angles and times of turn until quiet.
    ///   - onCourseSeconds: The time between two signs of life while on course; 0 for none.
    init(limits: SteeringLimits, onCourseSeconds: Double = 0) {
        self.onCourseSeconds = onCourseSeconds
        turn = TurnUntilQuiet(limits: limits)
    }

    /// Updates the state, and returns the signal to play.
    ///
    /// - Parameters:
    ///   - target: The target direction.
    ///   - facing: The direction in which the wearer faces; `nil` if it is unknown.
    ///   - now: Seconds of the drive; must not decrease without ``reset()``.
    /// - Returns: The signal; `nil` for silence.
    mutating func update(_ target: TargetDirection, facing: Facing?, at now: Double) -> HapticSignal? {
        switch target {
        case .noTarget:
            rest()
            (unknownSince, alarm) = (nil, nil)
            return nil
        case .unknown(let signal):
            rest()
            unknownSince = nil
            return alarm(signal, at: now)
        case .bearing(let bearing, let isOffRoute):
            guard let facing else { return unknownHeading(at: now) }
            (unknownSince, alarm) = (nil, nil)
            let steering = turn.update(trueHeading: facing.degrees, bearing: bearing, seconds: now)
            return isOffRoute && steering.isQuiet ? reminder(at: now) : pointer(steering, at: now)
        }
    }

    /// Records an alarm that was played elsewhere, so that it is not played twice.
    mutating func record(_ signal: HapticSignal, at now: Double) { alarms[signal] = now }

    /// Whether a pointer is active.
    var isPointing: Bool { pointerTimer.isRunning }

    /// Whether the wearer faces the target direction.
    var isOnCourse: Bool { turn.hasHeading && turn.steering.isQuiet && alarm == nil }

    /// Plays the pointer at once, if there is one.
    mutating func pointNow() { pointerTimer.makeDue() }

    /// Stops the pointer after a silence of guidance: its direction may be wrong by now.
    mutating func pause() { rest() }

    /// Forgets all, after the end of a navigation or when time has gone back.
    mutating func reset() { self = CompassSignals(limits: turn.limits, onCourseSeconds: onCourseSeconds) }

    private mutating func rest() {
        turn.reset()
        pointerTimer.stop()
        lastSignOfLifeSeconds = nil
    }

    private mutating func pointer(_ steering: Steering, at now: Double) -> HapticSignal? {
        guard case .turn(let side, let error) = steering else {
            pointerTimer.stop()
            return onCourse(at: now)
        }
        guard pointerTimer.isDue(at: now) else { return nil }
        lastSignOfLifeSeconds = now
        return .steer(side, errorDegrees: error, isBehind: error > turn.limits.behindDegrees)
    }

    /// The reminder of "off route": a wearer who faces the pointer back to the route is still off route.
    private mutating func reminder(at now: Double) -> HapticSignal? {
        pointerTimer.stop()
        let since = max(lastSignOfLifeSeconds ?? now, alarms[.offRoute] ?? -.infinity)
        lastSignOfLifeSeconds = since
        guard now - since >= Self.alarmSeconds else { return nil }
        (lastSignOfLifeSeconds, alarms[.offRoute]) = (now, now)
        return .offRoute
    }

    private mutating func onCourse(at now: Double) -> HapticSignal? {
        let since = lastSignOfLifeSeconds ?? now
        lastSignOfLifeSeconds = since
        guard onCourseSeconds > 0, now - since >= onCourseSeconds else { return nil }
        lastSignOfLifeSeconds = now
        return .onCourse
    }

    private mutating func unknownHeading(at now: Double) -> HapticSignal? {
        rest()
        let since = unknownSince ?? now
        unknownSince = since
        guard now - since >= Self.unknownAfterSeconds else { return nil }
        return alarm(.headingUnknown, at: now)
    }

    private mutating func alarm(_ signal: HapticSignal, at now: Double) -> HapticSignal? {
        let pause = alarm == signal ? Self.alarmSeconds : Self.minAlarmSeconds
        if let last = alarms[signal], now - last < pause {
            // It was played just now, elsewhere: it lasts from now on.
            alarm = signal
            return nil
        }
        alarms[signal] = now
        alarm = signal
        return signal
    }
}
