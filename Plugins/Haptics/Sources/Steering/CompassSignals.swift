/// Decides what turn-until-quiet makes felt: a pointer a second while off course, silence on course, and signals of their
/// own, again and again, while it is not known where to go or where one faces: silence would mean "on course".
struct CompassSignals: Sendable {
    /// Between two pointers.
    static let repeatSeconds = 1.0
    /// Between two signals that something is not known.
    static let alarmSeconds = 8.0
    /// What comes and goes is not felt more often than this.
    static let leastAlarmSeconds = 3.0
    /// A heading that fails for a moment is not worth a signal.
    static let unknownAfterSeconds = 2.0

    private let onCourseSeconds: Double
    private var turn: TurnUntilQuiet
    /// When the next pointer is due; `nil` while none is felt.
    private var nextPointer: Double?
    /// The last sign of life: a pointer, or a pulse that says "on course".
    private var lifeSeconds: Double?
    private var unknownSince: Double?
    /// When each signal that something is not known was felt last.
    private var alarms: [HapticSignal: Double] = [:]
    /// The one that lasts.
    private(set) var alarm: HapticSignal?

    /// - Parameter onCourseSeconds: How often it is felt that one is on course; 0 for never.
    init(limits: SteeringLimits, onCourseSeconds: Double = 0) {
        self.onCourseSeconds = onCourseSeconds
        turn = TurnUntilQuiet(limits: limits)
    }

    /// What is to be felt now, if anything.
    ///
    /// - Parameters:
    ///   - facing: Where the wearer faces; `nil` if that is unknown.
    ///   - now: Seconds of the drive; must not run backwards without ``reset()``.
    mutating func update(_ way: Way, facing: Facing?, at now: Double) -> HapticSignal? {
        switch way {
        case .nowhere:
            rest()
            (unknownSince, alarm) = (nil, nil)
            return nil
        case .lost(let signal):
            rest()
            unknownSince = nil
            return alarm(signal, at: now)
        case .bearing(let bearing, let isAstray):
            guard let facing else { return unknownHeading(at: now) }
            (unknownSince, alarm) = (nil, nil)
            let steering = turn.update(trueHeading: facing.degrees, bearing: bearing, seconds: now)
            return isAstray && steering.isQuiet ? reminder(at: now) : pointer(steering, at: now)
        }
    }

    /// Takes note that others have made such a signal felt: it is not felt twice.
    mutating func noted(_ signal: HapticSignal, at now: Double) { alarms[signal] = now }

    /// Whether the wearer is being told to turn.
    var isPointing: Bool { nextPointer != nil }

    /// Whether the wearer faces the way to go.
    var isOnCourse: Bool { turn.hasHeading && turn.steering.isQuiet && alarm == nil }

    /// The pointer comes at once, if there is one.
    mutating func pointNow() {
        if nextPointer != nil { nextPointer = -.infinity }
    }

    /// Nothing has come for a while: where it pointed may be wrong by now.
    mutating func pause() { rest() }

    /// Navigation has ended, or time has run backwards.
    mutating func reset() { self = CompassSignals(limits: turn.limits, onCourseSeconds: onCourseSeconds) }

    private mutating func rest() {
        turn.reset()
        (nextPointer, lifeSeconds) = (nil, nil)
    }

    private mutating func pointer(_ steering: Steering, at now: Double) -> HapticSignal? {
        guard case .turn(let side, let error) = steering else {
            nextPointer = nil
            return onCourse(at: now)
        }
        // Headings come when they come: a tenth of a second early keeps the rhythm of a second.
        let due = nextPointer ?? now
        guard now >= due - 0.1 * Self.repeatSeconds else { return nil }
        nextPointer = max(due, now - 0.5 * Self.repeatSeconds) + Self.repeatSeconds
        lifeSeconds = now
        return .steer(side, errorDegrees: error, isBehind: error > turn.limits.behindDegrees)
    }

    /// Who faces the pointer back is on no route for all that: silence does not last.
    private mutating func reminder(at now: Double) -> HapticSignal? {
        nextPointer = nil
        let since = max(lifeSeconds ?? now, alarms[.offRoute] ?? -.infinity)
        lifeSeconds = since
        guard now - since >= Self.alarmSeconds else { return nil }
        (lifeSeconds, alarms[.offRoute]) = (now, now)
        return .offRoute
    }

    private mutating func onCourse(at now: Double) -> HapticSignal? {
        let since = lifeSeconds ?? now
        lifeSeconds = since
        guard onCourseSeconds > 0, now - since >= onCourseSeconds else { return nil }
        lifeSeconds = now
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
        let pause = alarm == signal ? Self.alarmSeconds : Self.leastAlarmSeconds
        if let last = alarms[signal], now - last < pause {
            // It was felt just now, by whomever: it lasts from then on.
            alarm = signal
            return nil
        }
        alarms[signal] = now
        alarm = signal
        return signal
    }
}
