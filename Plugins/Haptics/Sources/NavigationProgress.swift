import NavigationEvents

/// The navigation as far as this control knows it: its time, its last event, and the target direction, which becomes
/// unknown when guidance is silent for too long.
struct NavigationProgress: Sendable {
    /// After this time without guidance, the target direction is unknown.
    static let silenceSeconds = 4.0

    private var clock = EventClock()
    /// The last onNavigation event; `nil` outside a navigation.
    private(set) var info: NavigationInfo?
    /// The target direction; `nil` outside a navigation, and before its first event.
    private(set) var targetDirection: TargetDirection?
    /// Whether a navigation is active, or is about to begin.
    private(set) var isActive = false
    /// Whether guidance has been silent for too long.
    private var isSilent = false
    private var lastGuidanceSeconds = 0.0
    /// The time of the last report of silence.
    private var silenceReportedSeconds = 0.0

    init() {}

    /// The current time, seconds since the first fix of the navigation.
    var seconds: Double { clock.seconds }
    /// The current time; `nil` before the first event.
    var time: Timestamp? { clock.time }
    /// Whether a navigation is active.
    var isDriving: Bool { clock.isDriving }

    /// Handles that a navigation is about to begin.
    mutating func prepare() {
        guard info == nil else { return }
        (isActive, lastGuidanceSeconds, targetDirection, isSilent) = (true, seconds, nil, false)
    }

    /// Starts a navigation at the time of its first fix.
    mutating func begin(at time: Timestamp) {
        clock.begin(at: time)
        forgetTimes()
        isActive = true
    }

    /// Ends the navigation.
    mutating func end() {
        clock.end()
        (info, targetDirection, isSilent, isActive) = (nil, nil, false, false)
    }

    /// Advances to the time of a fix or heading.
    ///
    /// - Returns: `false` if the clock was set back: values of earlier times are then invalid.
    mutating func advance(to time: Timestamp) -> Bool {
        let isForward = clock.advance(to: time)
        if !isForward { forgetTimes() }
        return isForward
    }

    /// Advances to the time of the fix of an onNavigation event.
    mutating func advance(toMomentAt time: Timestamp) -> EventClock.Step {
        let step = clock.advance(toMomentAt: time)
        if step == .back { forgetTimes() }
        return step
    }

    /// Handles an onNavigation event; the time was advanced to it before.
    mutating func update(_ info: NavigationInfo) {
        self.info = info
        (lastGuidanceSeconds, targetDirection, isSilent) = (seconds, TargetDirection(info), false)
    }

    /// Whether guidance has been silent for too long by now.
    var isSilenceDue: Bool { seconds - lastGuidanceSeconds >= Self.silenceSeconds }

    /// Handles the silence of guidance: the target direction is unknown from now on.
    ///
    /// - Returns: When it became too long, seconds; `nil` if it was handled before, and outside a navigation.
    mutating func fallSilent() -> Double? {
        guard !isSilent, isActive else { return nil }
        isSilent = true
        targetDirection = .unknown(.positionUnreliable)
        return lastGuidanceSeconds + Self.silenceSeconds
    }

    /// Handles that nothing comes from the bus.
    ///
    /// - Returns: Whether the time has advanced since the last call nevertheless, by headings.
    mutating func recordSilence() -> Bool {
        defer { silenceReportedSeconds = seconds }
        return seconds - max(lastGuidanceSeconds, silenceReportedSeconds) >= Self.silenceSeconds
    }

    /// Resets the stored times after the origin of the clock has changed.
    private mutating func forgetTimes() { (lastGuidanceSeconds, silenceReportedSeconds) = (seconds, 0) }
}
