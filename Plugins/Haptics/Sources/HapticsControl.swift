import NavigationControl
import NavigationEvents

/// The control that turns guidance into vibration: turns, conditions of the drive, and the direction to go.
struct HapticsControl: DeviceControl {
    /// Pointers end when guidance has been silent for this time: the target direction is then unknown.
    static let silenceSeconds = 4.0
    static let takesCommands = true
    static let takesHeadings = true

    let settings: HapticsSettings
    let report: Reporter
    let memory: ControlMemory
    let mutes: MuteState
    /// Schedules signals on the actuator.
    var desk: SignalDesk
    /// The source of the patterns; `nil` if they never change.
    var shelf: PatternShelf?
    var turns = TurnSignals()
    var compass: CompassSignals
    var recollection = Recollection()
    var clock = DriveClock()
    /// The last onNavigation event, and its time; `nil` outside a navigation.
    var info: NavigationInfo?
    var guidedSeconds = 0.0
    /// The time of the last report of silence.
    var toldSilenceSeconds = 0.0
    /// The target direction; `nil` outside a navigation.
    var way: Way?
    /// Whether guidance has been silent for too long.
    var isSilent = false
    /// Whether a navigation is active, or is about to begin.
    var isNavigating = false
    /// Whether pointers are played, as last reported.
    var isSteering = false
    var finder = HeadingFinder()
    var compasses: CompassBook
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
        desk = SignalDesk(actuator: actuator, table: table, strength: settings.strength, report: reporter)
        compass = CompassSignals(limits: settings.limits, onCourseSeconds: settings.onCourseSeconds)
        compasses = CompassBook(
            file: offsets, fallback: settings.calibration, learns: settings.learnsOffset, report: reporter)
    }

    mutating func start() throws {
        compasses.open()
        try desk.open(isContinued: memory.isInherited)
    }

    mutating func stop() {
        desk.cancel()
        tellSteering(false)
        compass.reset()
        if let time = clock.time { compasses.keepLearned(at: time) }
        desk.close()
    }

    var standstill: String? { desk.standstill }

    mutating func onGPS(_ fix: Fix) {
        if clock.isDriving { return }
        advance(to: fix.time)
        take(fix)
        if isNavigating { goOnWithoutGuidance() }
    }

    mutating func onHeading(_ heading: Heading) {
        advance(to: heading.time)
        take(heading)
        if isNavigating { goOnWithoutGuidance() }
    }

    /// A navigation is about to begin. Until guidance knows the direction, silence would be a false "on course".
    mutating func onNavigationStarted(_ route: Route) {
        compasses.travels(by: route.travelMode)
        guard info == nil else { return }
        (isNavigating, guidedSeconds, way, isSilent) = (true, clock.seconds, nil, false)
    }

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
        if !clock.isDriving { begin(at: fix.time) }
        let step = clock.advance(toMomentAt: fix.time)
        if step == .back { forgetTimes() }
        if self.info != nil { fallSilentIfDue() }
        (self.info, guidedSeconds, way, isSilent) = (info, clock.seconds, Way(info), false)
        refreshTable()
        desk.finish(at: clock.seconds)
        // A repeated fix is no new information: a wearer who moved then may be standing now.
        if step != .held { take(fix) }
        for felt in turns.update(info) where settings.mode.hasTurns || felt.signal.isFeltInEveryMode {
            if feel(felt, info) { compass.noted(felt.signal, at: clock.seconds) }
        }
        turns.happenings.note(in: memory)
        if settings.mode.hasCompass { point() }
    }

    mutating func onNavigationStopped() {
        // The pulses of the arrival, played just before this event, are not cut short: they end by themselves.
        desk.finishAll()
        tellSteering(false)
        if settings.mode.hasCompass, !turns.happenings.hasArrived {
            // Guidance has ended: silence would mean "on course".
            feel(TurnSignals.Felt(signal: .ended), nil)
            desk.finishAll()
        }
        if let time = clock.time { compasses.keepLearned(at: time) }
        recollection.ended(at: clock.seconds)
        turns.reset()
        compass.reset()
        clock.end()
        (info, way, isSilent, isNavigating) = (nil, nil, false, false)
    }

    mutating func onSilence() {
        failCalibration { $0.fallSilent() }
        guard isNavigating else { return }
        // Headings may continue to arrive, and advance the clock.
        let isTimeKnown = clock.seconds - max(guidedSeconds, toldSilenceSeconds) >= Self.silenceSeconds
        toldSilenceSeconds = clock.seconds
        fallSilent()
        // Silence would mean "on course". The kit calls this repeatedly, and then the clock does not advance by itself.
        guard settings.mode.hasCompass, !isTimeKnown else { return }
        desk.finishAll()
        feel(TurnSignals.Felt(signal: .positionUnreliable), info)
        compass.noted(.positionUnreliable, at: clock.seconds)
    }

    /// Starts a navigation for this process; a previous process may have been in the middle of it.
    private mutating func begin(at time: Timestamp) {
        let known = memory.number("began").map { Timestamp(nanosecondsSinceEpoch: $0) }
        if known != nil { turns = TurnSignals(Happenings(memory)) }
        memory.note("began", (known ?? time).nanosecondsSinceEpoch)
        desk.finishAll()
        recollection = Recollection()
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
        (guidedSeconds, toldSilenceSeconds) = (clock.seconds, 0)
    }

    /// Handles an event that arrives although guidance is silent.
    private mutating func goOnWithoutGuidance() {
        guard settings.mode.hasCompass else { return }
        fallSilentIfDue()
        refreshTable()
        desk.finish(at: clock.seconds)
        point()
    }

    private mutating func fallSilentIfDue() {
        if clock.seconds - guidedSeconds >= Self.silenceSeconds { fallSilent() }
    }

    /// Handles the silence of guidance, by the time of the drive, so that it is the same at every speed of a replay.
    private mutating func fallSilent() {
        guard !isSilent, isNavigating else { return }
        isSilent = true
        desk.finish(at: guidedSeconds + Self.silenceSeconds)
        desk.cancel()
        tellSteering(false)
        compass.pause()
        way = .lost(.positionUnreliable)
    }
}
