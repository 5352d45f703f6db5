import NavigationControl
import NavigationEvents

/// The control that turns guidance into vibration: turns, conditions of the drive, and the direction to go.
struct HapticsControl: DeviceControl, HandlesHeadings, HandlesSilence {
    /// Pointers end when guidance has been silent for this time: the target direction is then unknown.
    static let silenceSeconds = 4.0

    let settings: HapticsSettings
    let report: Reporter
    let memory: ControlMemory
    let mutes: MuteState
    /// Schedules signals on the actuator.
    var scheduler: HapticScheduler
    /// The source of the patterns; `nil` if they never change.
    var tableWatcher: PatternTableWatcher?
    var turns = TurnSignals()
    var compass: CompassSignals
    var repeatMemory = RepeatMemory()
    var clock = EventClock()
    /// The last onNavigation event, and its time; `nil` outside a navigation.
    var info: NavigationInfo?
    var lastGuidanceSeconds = 0.0
    /// The time of the last report of silence.
    var silenceReportedSeconds = 0.0
    /// The target direction; `nil` outside a navigation.
    var targetDirection: TargetDirection?
    /// Whether guidance has been silent for too long.
    var isSilent = false
    /// Whether a navigation is active, or is about to begin.
    var isNavigating = false
    /// Whether pointers are played, as last reported.
    var isSteering = false
    var finder = HeadingFinder()
    var compasses: CompassRegistry
    var calibration: CalibrationRun?
    var calibrationCount: UInt64 = 0

    /// Creates a control that has opened no device yet.
    ///
    /// - Parameters:
    ///   - settings: The settings of the configuration.
    ///   - actuator: The output of the pulses.
    ///   - reporter: Sends reports to the bus.
    ///   - memory: The memory of rendered cues, also of the previous process.
    ///   - table: The patterns.
    ///   - offsets: The file of the offsets of compasses; by default none.
    ///   - mutes: Whether announcements are muted.
    init(
        settings: HapticsSettings, actuator: any HapticActuator, reporter: Reporter,
        memory: ControlMemory = ControlMemory(), table: PatternTable = .wristband,
        offsets: OffsetFile = OffsetFile(folder: nil), mutes: MuteState = MuteState()
    ) {
        self.settings = settings
        self.memory = memory
        self.mutes = mutes
        report = reporter
        scheduler = HapticScheduler(actuator: actuator, table: table, strength: settings.strength, report: reporter)
        compass = CompassSignals(limits: settings.limits, onCourseSeconds: settings.onCourseSeconds)
        compasses = CompassRegistry(
            file: offsets, fallback: settings.calibration, learns: settings.learnsOffset, report: reporter)
    }

    mutating func start() throws {
        compasses.open()
        try scheduler.open(isContinued: memory.isRecovered)
    }

    mutating func stop() {
        scheduler.cancel()
        reportSteering(false)
        compass.reset()
        if let time = clock.time { compasses.storeLearned(at: time) }
        scheduler.close()
    }

    var stall: String? { scheduler.stall }

    mutating func onGPS(_ fix: Fix) {
        if clock.isDriving { return }
        advance(to: fix.time)
        handle(fix)
        if isNavigating { updateWithoutGuidance() }
    }

    mutating func onHeading(_ heading: Heading) {
        advance(to: heading.time)
        handle(heading)
        if isNavigating { updateWithoutGuidance() }
    }

    /// A navigation is about to begin. Until guidance knows the direction, silence would be a false "on course".
    mutating func onNavigationStarted(_ route: Route) {
        compasses.setTravelMode(route.travelMode)
        guard info == nil else { return }
        (isNavigating, lastGuidanceSeconds, targetDirection, isSilent) = (true, clock.seconds, nil, false)
    }

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
        if !clock.isDriving { begin(at: fix.time) }
        let step = clock.advance(toMomentAt: fix.time)
        if step == .back { forgetTimes() }
        if self.info != nil { fallSilentIfDue() }
        (self.info, lastGuidanceSeconds, targetDirection, isSilent) = (
            info, clock.seconds, TargetDirection(info), false
        )
        refreshTable()
        scheduler.finish(at: clock.seconds)
        // A repeated fix is no new information: a wearer who moved then may be standing now.
        if step != .held { handle(fix) }
        for hapticCue in turns.update(info) where settings.mode.hasTurns || hapticCue.signal.playsInEveryMode {
            if play(hapticCue, info) { compass.record(hapticCue.signal, at: clock.seconds) }
        }
        turns.conditions.note(in: memory)
        if settings.mode.hasCompass { point() }
    }

    mutating func onNavigationStopped() {
        // The pulses of the arrival, played just before this event, are not cut short: they end by themselves.
        scheduler.finishAll()
        reportSteering(false)
        if settings.mode.hasCompass, !turns.conditions.hasArrived {
            // Guidance has ended: silence would mean "on course".
            play(TurnSignals.HapticCue(signal: .ended), nil)
            scheduler.finishAll()
        }
        if let time = clock.time { compasses.storeLearned(at: time) }
        repeatMemory.ended(at: clock.seconds)
        turns.reset()
        compass.reset()
        clock.end()
        (info, targetDirection, isSilent, isNavigating) = (nil, nil, false, false)
    }

    mutating func onSilence() {
        failCalibration { $0.fallSilent() }
        guard isNavigating else { return }
        // Headings may continue to arrive, and advance the clock.
        let isTimeKnown = clock.seconds - max(lastGuidanceSeconds, silenceReportedSeconds) >= Self.silenceSeconds
        silenceReportedSeconds = clock.seconds
        fallSilent()
        // Silence would mean "on course". The kit calls this repeatedly, and then the clock does not advance by itself.
        guard settings.mode.hasCompass, !isTimeKnown else { return }
        scheduler.finishAll()
        play(TurnSignals.HapticCue(signal: .positionUnreliable), info)
        compass.record(.positionUnreliable, at: clock.seconds)
    }

    /// Starts a navigation for this process; a previous process may have been in the middle of it.
    private mutating func begin(at time: Timestamp) {
        let known = memory.number("began").map { Timestamp(nanosecondsSinceEpoch: $0) }
        if known != nil { turns = TurnSignals(DriveConditions(memory)) }
        memory.note("began", (known ?? time).nanosecondsSinceEpoch)
        scheduler.finishAll()
        repeatMemory = RepeatMemory()
        clock.begin(at: known ?? time)
        forgetTimes()
        isNavigating = true
    }

    /// Advances the clock of the drive.
    private mutating func advance(to time: Timestamp) {
        if !clock.advance(to: time) { forgetTimes() }
    }

    /// Resets the stored times after the origin of the clock has changed.
    private mutating func forgetTimes() {
        compass.reset()
        (lastGuidanceSeconds, silenceReportedSeconds) = (clock.seconds, 0)
    }

    /// Handles an event that arrives although guidance is silent.
    private mutating func updateWithoutGuidance() {
        guard settings.mode.hasCompass else { return }
        fallSilentIfDue()
        refreshTable()
        scheduler.finish(at: clock.seconds)
        point()
    }

    private mutating func fallSilentIfDue() {
        if clock.seconds - lastGuidanceSeconds >= Self.silenceSeconds { fallSilent() }
    }

    /// Handles the silence of guidance, by the time of the drive, so that it is the same at every speed of a replay.
    private mutating func fallSilent() {
        guard !isSilent, isNavigating else { return }
        isSilent = true
        scheduler.finish(at: lastGuidanceSeconds + Self.silenceSeconds)
        scheduler.cancel()
        reportSteering(false)
        compass.pause()
        targetDirection = .unknown(.positionUnreliable)
    }
}
