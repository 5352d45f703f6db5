import NavigationControl
import NavigationEvents

/// Makes guidance felt: turns, what happens on the way, and the direction to go.
struct HapticsControl: DeviceControl {
    /// What lasts ends when guidance has been silent for so long: nobody knows where it leads.
    static let silenceSeconds = 4.0
    static let takesCommands = true
    static let takesHeadings = true

    let settings: HapticsSettings
    let report: Reporter
    let memory: ControlMemory
    let mutes: MuteState
    /// Makes signals felt.
    var desk: SignalDesk
    /// Where patterns come from; `nil` if they never change.
    var shelf: PatternShelf?
    var turns = TurnSignals()
    var compass: CompassSignals
    var recollection = Recollection()
    var clock = DriveClock()
    /// The last moment of guidance, and when it was; `nil` outside a navigation.
    var info: NavigationInfo?
    var guidedSeconds = 0.0
    /// When the silence was told last.
    var toldSilenceSeconds = 0.0
    /// Where the way lies; `nil` outside a navigation.
    var way: Way?
    /// Whether guidance has said nothing for too long.
    var isSilent = false
    /// Whether somebody is guided, or is about to be.
    var isNavigating = false
    /// Whether pointers are felt, as far as it was reported.
    var isSteering = false
    var finder = HeadingFinder()
    var compasses: CompassBook
    var calibration: CalibrationRun?
    var calibrationCount: UInt64 = 0

    /// A control that has touched no device yet.
    ///
    /// - Parameters:
    ///   - offsets: Where it is kept how compasses sit; by default nowhere.
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

    /// Guidance is about to begin. Until it says where to go, silence would tell a lie.
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
        // A fix that is held tells nothing new: who moved then may stand now.
        if step != .held { take(fix) }
        for felt in turns.update(info) where settings.mode.hasTurns || felt.signal.isFeltInEveryMode {
            if feel(felt, info) { compass.noted(felt.signal, at: clock.seconds) }
        }
        turns.happenings.note(in: memory)
        if settings.mode.hasCompass { point() }
    }

    mutating func onNavigationStopped() {
        // Arrival is felt with the last event, just before this: it is not cut short, its pulses end by themselves.
        desk.finishAll()
        tellSteering(false)
        if settings.mode.hasCompass, !turns.happenings.hasArrived {
            // Nobody leads any more: silence would mean "on course".
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
        // Headings may go on, and with them the clock.
        let isTimeKnown = clock.seconds - max(guidedSeconds, toldSilenceSeconds) >= Self.silenceSeconds
        toldSilenceSeconds = clock.seconds
        fallSilent()
        // Silence would mean "on course". It is called again and again, and then nobody else knows of the time that passes.
        guard settings.mode.hasCompass, !isTimeKnown else { return }
        desk.finishAll()
        feel(TurnSignals.Felt(signal: .positionUnreliable), info)
        compass.noted(.positionUnreliable, at: clock.seconds)
    }

    /// A navigation begins for this process; a process before it may have been in the middle of it.
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

    /// Time goes on; the seconds of the drive.
    private mutating func advance(to time: Timestamp) {
        if !clock.advance(to: time) { forgetTimes() }
    }

    /// Seconds are counted from another moment now.
    private mutating func forgetTimes() {
        compass.reset()
        (guidedSeconds, toldSilenceSeconds) = (clock.seconds, 0)
    }

    /// Something came that goes on though guidance does not.
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

    /// Guidance has said nothing for a while. By the time of the drive, so that it is the same at every speed of a replay.
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
