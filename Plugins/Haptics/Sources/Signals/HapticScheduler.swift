import HapticDevices
import NavigationControl
import NavigationEvents

/// Decides what is played when, in the time of the drive: signals that are neither switched off nor muted, one after
/// another, the most urgent first; and reports their progress. A device only delays them for the gaps that its motors
/// need (``PulsePlayer``).
struct HapticScheduler {
    static let effect = "pulse"
    /// Silence between two signals, so that they are perceived as two.
    static let gapSeconds = Double(PulsePlayer.gapMilliseconds) / 1000
    /// The limit of the schedule, longer than all signals that can wait.
    static let farAheadSeconds = 15.0

    private let settings: HapticsSettings
    private let memory: ControlMemory
    private let mutes: MuteState
    private let report: Reporter
    private var actuator: any HapticActuator
    private var table: PatternTable
    /// The source of the table; `nil` if it never changes.
    private var tableWatcher: PatternTableWatcher?
    /// The signal being played, and those that wait for it, in order.
    private var playing: [ScheduledSignal] = []
    private var lastFailure: HapticDeviceError?
    private var repeatMemory = RepeatMemory()

    /// Makes a scheduler that has opened no device yet.
    ///
    /// - Parameters:
    ///   - settings: Which signals are switched off, and the strength of the others.
    ///   - actuator: The output of the pulses.
    ///   - table: The patterns.
    ///   - tableWatcher: The source of the patterns; `nil` if they never change.
    ///   - memory: The memory of rendered cues, also of the previous process.
    ///   - mutes: Whether announcements are muted.
    ///   - report: Sends reports to the bus.
    init(
        settings: HapticsSettings, actuator: any HapticActuator, table: PatternTable,
        tableWatcher: PatternTableWatcher?, memory: ControlMemory, mutes: MuteState, report: Reporter
    ) {
        (self.settings, self.actuator, self.table, self.tableWatcher) = (settings, actuator, table, tableWatcher)
        (self.memory, self.mutes, self.report) = (memory, mutes, report)
    }

    mutating func open() throws(HapticDeviceError) { try actuator.open(isContinued: memory.isRecovered) }

    mutating func close() { actuator.close() }

    /// The operation in which the actuator hangs; `nil` if it works.
    var stall: String? { actuator.stall }

    /// Whether a signal is being played or waits.
    var isPlaying: Bool { !playing.isEmpty }

    /// Whether a signal is silenced because all is muted.
    func isMuted(_ signal: HapticSignal) -> Bool {
        settings.muteSilences && mutes.isMuted && !signal.playsWhileMuted
    }

    /// Uses a table that has changed from now on.
    mutating func refreshTable() {
        switch tableWatcher?.refresh() {
        case .replaced(let table):
            self.table = table
            report(.note, text: "the pulses of \(table.name) are now in use")
        case .refused(let error):
            report(.warning, text: "failed to \(error); the previous pulses remain in use")
        case nil: break
        }
    }

    // MARK: - Playing

    /// Plays a signal after those before it; an urgent signal interrupts them.
    ///
    /// - Parameters:
    ///   - hapticCue: The signal.
    ///   - info: The last onNavigation event; `nil` outside a navigation.
    ///   - isRepeated: Whether it was requested by a press of the button.
    ///   - now: Seconds of the drive.
    /// - Returns: Whether the actuator accepted it; `false` if it failed, if the signal has no pulses, is switched off or
    ///   muted, or if its cue was rendered before this process was restarted.
    @discardableResult
    mutating func play(_ hapticCue: HapticCue, _ info: NavigationInfo?, isRepeated: Bool = false, at now: Double)
        -> Bool
    {
        let cue = hapticCue.cue == nil ? nil : info?.cue
        if let cue, let info, !isRepeated, memory.hasRendered(cue, at: info.fix.time) { return false }
        if let group = PatternGroup(hapticCue.signal), settings.silences(group) { return false }
        if isMuted(hapticCue.signal) { return false }
        var next = ScheduledSignal(
            hapticCue: hapticCue,
            command: HapticCommand(hapticCue.signal, table: table, startSeconds: now, strength: settings.strength),
            isRepeated: isRepeated)
        if let degrees = info?.currentStep.flatMap(hapticCue.signal.relativeBearingDegrees) {
            next.command.relativeBearingDegrees = degrees
        }
        if let cue, let info { next.command.validSeconds = max(0, cue.remainingSeconds(at: info.fix.time)) }
        guard insert(next, at: now) else { return false }
        if let cue, !isRepeated { memory.rendered(cue) }
        if let info { repeatMemory.record(hapticCue, info, at: now) }
        return true
    }

    /// Plays again the signal that matters now.
    ///
    /// - Returns: Whether there is one that is played.
    mutating func repeatLast(_ info: NavigationInfo?, at now: Double) -> Bool {
        repeatMemory.again(info, hasTurns: settings.mode.hasTurns, at: now)
            .map { play($0, info, isRepeated: true, at: now) } ?? false
    }

    /// Schedules a signal, and those that it cancels but that are announced only once.
    private mutating func insert(_ next: ScheduledSignal, at now: Double) -> Bool {
        guard !next.command.pulses.isEmpty else { return false }
        // Repeated presses of the button are answered once after the current signal, not once for each press.
        if next.isRepeated, playing.contains(where: { $0.isRepeated && $0.command.startSeconds > now }) { return true }
        let cancelled = preemptSignals(for: next.hapticCue.signal)
        let isScheduled = schedule(next, at: now)
        for signal in cancelled { schedule(signal, at: now) }
        return isScheduled
    }

    /// Passes a signal to the actuator, after those before it.
    @discardableResult
    private mutating func schedule(_ next: ScheduledSignal, at now: Double) -> Bool {
        var next = next
        next.command.startSeconds = max(now, playing.last.map { $0.endSeconds + Self.gapSeconds } ?? now)
        do throws(HapticDeviceError) {
            try actuator.play(next.command)
            lastFailure = nil
        } catch {
            if error != lastFailure {
                report(.failed, effect: Self.effect, cue: next.hapticCue.cue, text: "failed to \(error)")
            }
            lastFailure = error
            return false
        }
        playing.append(next)
        if !next.hapticCue.signal.isTransient {
            report(.began, effect: Self.effect, cue: next.hapticCue.cue, text: next.command.words)
        }
        return true
    }

    /// Cancels signals that are less urgent than a new one; after more urgent ones the new one waits.
    ///
    /// - Returns: The cancelled signals to play again afterwards, because they are announced only once.
    private mutating func preemptSignals(for signal: HapticSignal) -> [ScheduledSignal] {
        guard signal.urgency > .patient, playing.allSatisfy({ $0.hapticCue.signal.urgency <= signal.urgency }) else {
            return []
        }
        if playing.isEmpty {
            // A device that lags behind the clock of the drive may still hold pulses that are over by that clock.
            if signal.urgency == .now { actuator.cancel() }
            return []
        }
        let once = playing.filter { $0.hapticCue.signal.isAnnouncedOnce }
        cancel()
        // After the arrival, older signals do not matter.
        return signal == .arrived ? [] : once
    }

    // MARK: - Ending

    /// Reports the end of the signals that are over at a time.
    mutating func finish(at now: Double) {
        // A signal that begins far in the future was scheduled before the clock was set back.
        finish { $0.endSeconds <= now || $0.command.startSeconds > now + Self.farAheadSeconds }
    }

    /// Treats all signals as ended; their pulses end by themselves.
    mutating func finishAll() { finish { _ in true } }

    /// Cancels the current signal and those that wait.
    mutating func cancel() {
        guard !playing.isEmpty else { return }
        actuator.cancel()
        for cut in playing where !cut.hapticCue.signal.isTransient {
            report(.cancelled, effect: Self.effect, cue: cut.hapticCue.cue, text: cut.command.words)
        }
        playing.removeAll()
    }

    /// Handles the beginning of a navigation.
    mutating func beginNavigation() {
        finishAll()
        repeatMemory = RepeatMemory()
    }

    /// Handles the end of a navigation, after which seconds count from 0.
    mutating func endNavigation(at now: Double) { repeatMemory.ended(at: now) }

    private mutating func finish(_ isOver: (ScheduledSignal) -> Bool) {
        for over in playing where isOver(over) && !over.hapticCue.signal.isTransient {
            report(.ended, effect: Self.effect, cue: over.hapticCue.cue, text: over.command.words)
        }
        playing.removeAll(where: isOver)
    }
}

/// A signal that was passed to the actuator.
private struct ScheduledSignal {
    var hapticCue: HapticCue
    var command: HapticCommand
    /// Whether it was requested by a press of the button.
    var isRepeated: Bool

    /// The end of its pulses, seconds of the drive.
    var endSeconds: Double { command.startSeconds + Double(command.durationMilliseconds) / 1000 }
}
