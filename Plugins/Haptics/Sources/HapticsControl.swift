import HapticDevices
import NavigationControl
import NavigationEvents

/// The control that turns guidance into vibration: turns, conditions of the drive, and the direction to go.
///
/// ``TurnSignals`` and ``CompassSignals`` decide what is signalled, and ``HapticScheduler`` when it is played.
struct HapticsControl: DeviceControl, HandlesCommands, HandlesHeadings, HandlesSilence {
    private let settings: HapticsSettings
    private let report: Reporter
    private let memory: ControlMemory
    private let mutes: MuteState
    private var scheduler: HapticScheduler
    private var navigation = NavigationProgress()
    private var turns = TurnSignals()
    private var pointer: CompassSignals
    private var compass: WearerCompass
    /// Whether pointers are played, as last reported.
    private var isSteering = false

    /// Creates a control that has opened no device yet.
    ///
    /// - Parameters:
    ///   - settings: The settings of the configuration.
    ///   - actuator: The output of the pulses.
    ///   - reporter: Sends reports to the bus.
    ///   - memory: The memory of rendered cues, also of the previous process.
    ///   - table: The patterns.
    ///   - tableWatcher: The source of the patterns; `nil` if they never change.
    ///   - offsets: The file of the offsets of compasses; by default none.
    ///   - mutes: Whether announcements are muted.
    init(
        settings: HapticsSettings, actuator: any HapticActuator, reporter: Reporter,
        memory: ControlMemory = ControlMemory(), table: PatternTable = .wristband,
        tableWatcher: PatternTableWatcher? = nil, offsets: OffsetFile = OffsetFile(folder: nil),
        mutes: MuteState = MuteState()
    ) {
        self.settings = settings
        self.memory = memory
        self.mutes = mutes
        report = reporter
        scheduler = HapticScheduler(
            settings: settings, actuator: actuator, table: table, tableWatcher: tableWatcher, memory: memory,
            mutes: mutes, report: reporter)
        pointer = CompassSignals(limits: settings.limits, onCourseSeconds: settings.onCourseSeconds)
        compass = WearerCompass(settings, offsets: offsets, report: reporter)
    }

    // MARK: - Device

    mutating func start() throws {
        compass.open()
        try scheduler.open()
    }

    mutating func stop() {
        scheduler.cancel()
        reportSteering(false)
        pointer.reset()
        if let time = navigation.time { compass.storeLearned(at: time) }
        scheduler.close()
    }

    var stall: String? { scheduler.stall }

    // MARK: - Events

    mutating func onGPS(_ fix: Fix) {
        if navigation.isDriving { return }
        advance(to: fix.time)
        perform(compass.handle(fix, isDriving: false))
        updateWithoutGuidance()
    }

    mutating func onHeading(_ heading: Heading) {
        advance(to: heading.time)
        perform(compass.handle(heading))
        updateWithoutGuidance()
    }

    /// A navigation is about to begin. Until guidance knows the direction, silence would be a false "on course".
    mutating func onNavigationStarted(_ route: Route) {
        compass.setTravelMode(route.travelMode)
        navigation.prepare()
    }

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
        // The end follows as onNavigationStopped, which depends on the conditions before it.
        guard info.state != .stopped else { return }
        if !navigation.isDriving { begin(at: fix.time) }
        let step = navigation.advance(toMomentAt: fix.time)
        if step == .back { pointer.reset() }
        if navigation.info != nil, navigation.isSilenceDue { fallSilent() }
        navigation.update(info)
        scheduler.refreshTable()
        scheduler.finish(at: navigation.seconds)
        // A repeated fix is no new information: a wearer who moved then may be standing now.
        if step != .held { perform(compass.handle(fix, isDriving: true)) }
        for hapticCue in turns.update(info) where settings.mode.hasTurns || hapticCue.signal.playsInEveryMode {
            if scheduler.play(hapticCue, info, at: navigation.seconds) {
                pointer.record(hapticCue.signal, at: navigation.seconds)
            }
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
            play(.ended, nil)
            scheduler.finishAll()
        }
        if let time = navigation.time { compass.storeLearned(at: time) }
        scheduler.endNavigation(at: navigation.seconds)
        turns.reset()
        pointer.reset()
        navigation.end()
    }

    mutating func onSilence() {
        perform(compass.fallSilent())
        guard navigation.isActive else { return }
        // Headings may continue to arrive, and advance the clock.
        let isTimeKnown = navigation.recordSilence()
        fallSilent()
        // Silence would mean "on course". The kit calls this repeatedly, and then the clock does not advance by itself.
        guard settings.mode.hasCompass, !isTimeKnown else { return }
        scheduler.finishAll()
        play(.positionUnreliable, navigation.info)
        pointer.record(.positionUnreliable, at: navigation.seconds)
    }

    mutating func onCommand(_ command: ControlCommand) {
        mutes.isMuted = command.isMuted
        scheduler.finish(at: navigation.seconds)
        switch command.action {
        case .mute(let isMuted):
            if scheduler.isMuted(.onCourse) { reportSteering(false) }
            play(isMuted ? .muted : .unmuted, nil)
        case .repeatAnnouncement: repeatCurrentSignal()
        case .calibrate:
            compass.beginCalibration(at: navigation.seconds)
            // A pulse at once confirms the request.
            play(.calibrating, nil)
        case .verbosity, .say, .playback, .turnPage, .focus, nil: break
        }
    }

    // MARK: - Time

    /// Starts a navigation for this process; a previous process may have been in the middle of it.
    private mutating func begin(at time: Timestamp) {
        let known = memory.number("began").map { Timestamp(nanosecondsSinceEpoch: $0) }
        if known != nil { turns = TurnSignals(DriveConditions(memory)) }
        memory.note("began", (known ?? time).nanosecondsSinceEpoch)
        scheduler.beginNavigation()
        navigation.begin(at: known ?? time)
        pointer.reset()
    }

    private mutating func advance(to time: Timestamp) {
        if !navigation.advance(to: time) { pointer.reset() }
    }

    /// Handles an event that arrives although guidance is silent.
    private mutating func updateWithoutGuidance() {
        guard navigation.isActive, settings.mode.hasCompass else { return }
        if navigation.isSilenceDue { fallSilent() }
        scheduler.refreshTable()
        scheduler.finish(at: navigation.seconds)
        point()
    }

    /// Handles the silence of guidance, by the time of the drive, so that it is the same at every speed of a replay.
    private mutating func fallSilent() {
        guard let seconds = navigation.fallSilent() else { return }
        scheduler.finish(at: seconds)
        scheduler.cancel()
        reportSteering(false)
        pointer.pause()
    }

    // MARK: - Signals

    @discardableResult
    private mutating func play(_ signal: HapticSignal, _ info: NavigationInfo?, isRepeated: Bool = false) -> Bool {
        scheduler.play(HapticCue(signal: signal), info, isRepeated: isRepeated, at: navigation.seconds)
    }

    /// Updates turn until quiet with the current headings.
    ///
    /// - Returns: Whether a pulse is played.
    @discardableResult
    private mutating func point() -> Bool {
        guard let target = navigation.targetDirection, let time = navigation.time else { return false }
        var signal: HapticSignal?
        if compass.isCalibrating, case .bearing = target {
            pointer.pause()
        } else {
            signal = pointer.update(target, facing: compass.facing(at: time), at: navigation.seconds)
        }
        reportSteering(pointer.isPointing && !scheduler.isMuted(.onCourse))
        // A pointer does not wait: it is repeated after a second.
        guard let signal, !(signal.isTransient && scheduler.isPlaying) else { return false }
        return play(signal, navigation.info)
    }

    /// Reports when steering begins and when it ends.
    private mutating func reportSteering(_ isOn: Bool) {
        guard isOn != isSteering else { return }
        isSteering = isOn
        report(isOn ? .began : .ended, effect: HapticScheduler.effect, text: "steering")
    }

    /// Performs the steps of a calibration, with a pulse for each.
    private mutating func perform(_ steps: [Calibrator.Step]) {
        for step in steps {
            // Without positions the time of the drive stands still, but pulses end nevertheless.
            scheduler.finish(at: max(navigation.seconds, compass.calibrationSeconds ?? navigation.seconds))
            let signal = step.signal
            if !(signal.isTransient && scheduler.isPlaying) { play(signal, nil) }
            compass.perform(step, at: navigation.time)
        }
    }

    /// Plays again what matters now. A press of the button is never followed by silence: in compass mode the answer is
    /// the pointer, a faint pulse on course, or the unknown value. Without any of these, the answer is whether all is
    /// muted.
    private mutating func repeatCurrentSignal() {
        var isPlayed = scheduler.repeatLast(navigation.info, at: navigation.seconds)
        if pointer.isPointing {
            pointer.pointNow()
            isPlayed = isPlayed || point()
        }
        for signal in repeatAnswers where !isPlayed {
            isPlayed = play(signal, navigation.info, isRepeated: true)
        }
        if !isPlayed { report(.note, text: "there is no pulse to repeat") }
    }

    /// The possible answers to a repeat request, the best first.
    private var repeatAnswers: [HapticSignal] {
        let state = mutes.isMuted ? HapticSignal.muted : .unmuted
        guard navigation.isActive else { return [.ended, state] }
        guard navigation.info != nil else { return [.positionUnreliable, state] }
        if compass.isCalibrating { return [.calibrating, state] }
        guard settings.mode.hasCompass else { return [state] }
        switch navigation.targetDirection {
        case .unknown(let signal)?: return [signal, state]
        case .bearing?: return [pointer.alarm ?? (pointer.isOnCourse ? .onCourse : .headingUnknown), state]
        case .noTarget?, nil: return [state]
        }
    }
}
