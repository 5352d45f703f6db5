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
    /// Where the way lies; `nil` outside a navigation.
    var way: Way?
    /// Whether guidance has said nothing for too long.
    var isSilent = false
    var finder = HeadingFinder()
    var compasses: CompassBook
    var calibration: CalibrationRun?
    var calibrationCount: UInt64 = 0

    init(_ context: ControlContext) throws {
        let settings = try HapticsSettings(context.settings)
        let mutes = MuteState()
        let shelf = try Self.shelf(settings.table, context)
        self.init(
            settings: settings, actuator: Self.actuator(settings, mutes, context), reporter: context.reporter,
            memory: context.memory, table: shelf.table, offsets: OffsetFile(folder: StateFolder.path()), mutes: mutes)
        self.shelf = shelf
    }

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
        endPointing(if: compass.isPointing)
        compass.reset()
        if let time = clock.time { compasses.keepLearned(at: time) }
        desk.close()
    }

    var standstill: String? { desk.standstill }

    mutating func onGPS(_ fix: Fix) {
        if clock.isDriving { return }
        advance(to: fix.time)
        take(fix)
    }

    mutating func onHeading(_ heading: Heading) {
        advance(to: heading.time)
        take(heading)
        guard clock.isDriving, settings.mode.hasCompass else { return }
        // A compass goes on though guidance does not.
        if clock.seconds - guidedSeconds >= Self.silenceSeconds { fallSilent() }
        refreshTable()
        desk.finish(at: clock.seconds)
        point()
    }

    mutating func onNavigationStarted(_ route: Route) { compasses.travels(by: route.travelMode) }

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
        if !clock.isDriving { begin(at: fix.time) }
        advance(to: fix.time)
        if self.info != nil, clock.seconds - guidedSeconds >= Self.silenceSeconds { fallSilent() }
        (self.info, guidedSeconds, way, isSilent) = (info, clock.seconds, Way(info), false)
        refreshTable()
        desk.finish(at: clock.seconds)
        take(fix)
        for felt in turns.update(info) where settings.mode.hasTurns || felt.signal.isOfStop {
            if feel(felt, info) { compass.noted(felt.signal, at: clock.seconds) }
        }
        turns.happenings.note(in: memory)
        if settings.mode.hasCompass { point() }
    }

    mutating func onNavigationStopped() {
        // Arrival is felt with the last event, just before this: it is not cut short, its pulses end by themselves.
        desk.finishAll()
        endPointing(if: compass.isPointing)
        if let time = clock.time { compasses.keepLearned(at: time) }
        recollection.ended(at: clock.seconds)
        turns.reset()
        compass.reset()
        clock.end()
        (info, way, isSilent) = (nil, nil, false)
    }

    mutating func onSilence() {
        failCalibration { $0.fallSilent() }
        guard info != nil else { return }
        fallSilent()
        // Silence would mean "on course". Once: nobody knows of the time that passes now.
        if settings.mode.hasCompass { point() }
    }

    /// A navigation begins for this process; a process before it may have been in the middle of it.
    private mutating func begin(at time: Timestamp) {
        let known = memory.number("began").map { Timestamp(nanosecondsSinceEpoch: $0) }
        if known != nil { turns = TurnSignals(Happenings(memory)) }
        memory.note("began", (known ?? time).nanosecondsSinceEpoch)
        desk.finishAll()
        recollection = Recollection()
        clock.begin(at: known ?? time)
    }

    /// Time goes on; the seconds of the drive.
    @discardableResult
    private mutating func advance(to time: Timestamp) -> Double {
        if !clock.advance(to: time) {
            compass.reset()
            guidedSeconds = clock.seconds
        }
        return clock.seconds
    }

    /// Guidance has said nothing for a while. By the time of the drive, so that it is the same at every speed of a replay.
    private mutating func fallSilent() {
        guard !isSilent, info != nil else { return }
        isSilent = true
        desk.finish(at: guidedSeconds + Self.silenceSeconds)
        desk.cancel()
        endPointing(if: compass.isPointing)
        compass.pause()
        way = .lost(.positionUnreliable)
    }
}
