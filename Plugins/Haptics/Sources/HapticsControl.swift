import NavigationControl
import NavigationEvents

/// Makes guidance felt: turns, what happens on the way, and the direction to go.
struct HapticsControl: DeviceControl {
    static let effect = "pulse"
    /// Silence between two signals, so that they do not run into each other.
    static let gapSeconds = 0.4
    /// What lasts ends when guidance has been silent for so long: nobody knows where it leads.
    static let silenceSeconds = 4.0
    /// More than all signals together can wait.
    static let farAheadSeconds = 15.0

    private let settings: HapticsSettings
    private var actuator: any HapticActuator
    private let report: Reporter
    private let memory: ControlMemory
    private var turns = TurnSignals()
    private var compass: CompassSignals
    /// The first fix of the navigation: from it times are counted.
    private var epoch: Timestamp?
    /// The last event, seconds since then.
    private var lastSeconds: Double?
    /// What is being felt, and what waits for it, in order.
    private var playing: [Playing] = []
    private var lastFailure: HapticsError?

    init(_ context: ControlContext) throws {
        let settings = try HapticsSettings(context.settings)
        let actuator = LogActuator(file: settings.logFile, print: { Swift.print($0) })
        self.init(settings: settings, actuator: actuator, reporter: context.reporter, memory: context.memory)
    }

    init(
        settings: HapticsSettings, actuator: any HapticActuator, reporter: Reporter,
        memory: ControlMemory = ControlMemory()
    ) {
        self.memory = memory
        self.settings = settings
        self.actuator = actuator
        report = reporter
        compass = CompassSignals(limits: settings.limits, calibration: settings.calibration)
    }

    mutating func start() throws {
        try actuator.open(isContinued: memory.isInherited)
    }

    mutating func stop() {
        cancel()
        endPointing(if: compass.isPointing)
        compass.reset()
        actuator.close()
    }

    mutating func onGPS(_ fix: Fix) {}

    mutating func onNavigationStarted(_ route: Route) {}

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
        let now = fix.time.seconds(since: epoch ?? begin(at: fix.time))
        if let lastSeconds, now - lastSeconds >= Self.silenceSeconds { fallSilent() }
        lastSeconds = now
        // What seems to begin far ahead was begun by a clock that has been set back since.
        finish { $0.endSeconds <= now || $0.command.startSeconds > now + Self.farAheadSeconds }
        if settings.mode.hasTurns {
            for felt in turns.update(info) { feel(felt, at: now, info) }
            turns.happenings.note(in: memory)
        }
        if settings.mode.hasCompass { point(info, at: now) }
    }

    mutating func onNavigationStopped() {
        // Arrival is felt with the last event, just before this: it is not cut short, its pulses end by themselves.
        finish { _ in true }
        endPointing(if: compass.isPointing)
        turns.reset()
        compass.reset()
        epoch = nil
        lastSeconds = nil
    }

    mutating func onSilence() { fallSilent() }

    /// A navigation begins for this process; a process before it may have been in the middle of it.
    private mutating func begin(at time: Timestamp) -> Timestamp {
        let known = memory.number("began").map { Timestamp(nanosecondsSinceEpoch: $0) }
        let begin = known ?? time
        if known != nil { turns = TurnSignals(Happenings(memory)) }
        memory.note("began", begin.nanosecondsSinceEpoch)
        epoch = begin
        return begin
    }

    /// Nothing has come for a while. By the time of the drive, so that it is the same at every speed of a replay.
    private mutating func fallSilent() {
        guard let lastSeconds else { return }
        finish { $0.endSeconds <= lastSeconds + Self.silenceSeconds }
        cancel()
        endPointing(if: compass.isPointing)
        compass.pause()
    }

    private mutating func point(_ info: NavigationInfo, at now: Double) {
        let wasPointing = compass.isPointing
        let signal = compass.update(info)
        if compass.isPointing, !wasPointing { report(.began, effect: Self.effect, text: "steering") }
        endPointing(if: wasPointing && !compass.isPointing)
        // A pointer waits for nothing: it comes again in a second.
        if let signal, playing.isEmpty { feel(TurnSignals.Felt(signal: signal), at: now, info) }
    }

    private mutating func feel(_ felt: TurnSignals.Felt, at now: Double, _ info: NavigationInfo) {
        let cue = felt.cue == nil ? nil : info.cue
        // Felt before this process was started.
        if let cue, memory.hasRendered(cue, at: info.fix.time) { return }
        if let group = PatternGroup(felt.signal), settings.silenced.contains(group) { return }
        if felt.signal.isUrgent { cancel() }
        let free = playing.last.map { $0.endSeconds + Self.gapSeconds } ?? now
        let command = HapticCommand(felt.signal, startSeconds: max(now, free), strength: settings.strength)
        let next = Playing(felt: felt, command: command)
        do {
            try actuator.play(command)
            lastFailure = nil
        } catch {
            if error != lastFailure {
                report(.failed, effect: Self.effect, cue: felt.cue, text: "failed to \(error)")
            }
            lastFailure = error
            return
        }
        if let cue { memory.rendered(cue) }
        playing.append(next)
        if next.isReported { report(.began, effect: Self.effect, cue: felt.cue, text: command.words) }
    }

    private mutating func finish(_ isOver: (Playing) -> Bool) {
        for over in playing where isOver(over) && over.isReported {
            report(.ended, effect: Self.effect, cue: over.felt.cue, text: over.command.words)
        }
        playing.removeAll(where: isOver)
    }

    private mutating func cancel() {
        guard !playing.isEmpty else { return }
        actuator.cancel()
        for cut in playing where cut.isReported {
            report(.cancelled, effect: Self.effect, cue: cut.felt.cue, text: cut.command.words)
        }
        playing.removeAll()
    }

    private func endPointing(if isOver: Bool) {
        if isOver { report(.ended, effect: Self.effect, text: "steering") }
    }
}

/// A signal that was given to the actuator.
private struct Playing {
    var felt: TurnSignals.Felt
    var command: HapticCommand

    /// When it is felt no more, seconds since the navigation's first fix.
    var endSeconds: Double { command.startSeconds + Double(command.durationMilliseconds) / 1000 }

    /// The pulses of steering are not reported one by one: their beginning and their end are.
    var isReported: Bool {
        if case .steer = felt.signal { return false }
        return true
    }
}
