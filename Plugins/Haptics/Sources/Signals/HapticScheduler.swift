import HapticDevices
import NavigationControl
import NavigationEvents

/// Schedules signals on the actuator one after the other, and reports their progress.
struct HapticScheduler {
    static let effect = "pulse"
    /// Silence between two signals, so that they are perceived as two.
    static let gapSeconds = 0.4
    /// The limit of the schedule, longer than all signals that can wait.
    static let farAheadSeconds = 15.0

    /// The options of one signal, beyond those of the table.
    struct Options: Hashable, Sendable {
        /// The direction, degrees clockwise from straight ahead; `nil` for the direction of its pattern.
        var relativeBearingDegrees: Double?
        /// The time within which it may begin, seconds; `nil` for the time of its pattern.
        var validSeconds: Double?
        /// Whether it was requested by a press of the button.
        var isRepeated = false
    }

    var table: PatternTable
    /// Share of each pattern's strength, 0...1.
    let strength: Double
    private var actuator: any HapticActuator
    private let report: Reporter
    /// The signal being played, and those that wait for it, in order.
    private var playing: [Playing] = []
    private var lastFailure: HapticDeviceError?

    init(actuator: any HapticActuator, table: PatternTable, strength: Double, report: Reporter) {
        (self.actuator, self.table, self.strength, self.report) = (actuator, table, strength, report)
    }

    mutating func open(isContinued: Bool) throws(HapticDeviceError) { try actuator.open(isContinued: isContinued) }

    mutating func close() { actuator.close() }

    /// The operation in which the actuator hangs; `nil` if it works.
    var stall: String? { actuator.stall }

    /// Whether a signal is being played or waits.
    var isPlaying: Bool { !playing.isEmpty }

    /// Schedules a signal after those before it; an urgent signal interrupts them.
    ///
    /// - Returns: Whether the actuator accepted it; `false` if it failed, or if the table has no pulses for it.
    @discardableResult
    mutating func play(_ hapticCue: TurnSignals.HapticCue, options: Options = Options(), at now: Double) -> Bool {
        var command = HapticCommand(hapticCue.signal, table: table, startSeconds: now, strength: strength)
        guard !command.pulses.isEmpty else { return false }
        // Repeated presses of the button are answered once after the current signal, not once for each press.
        if options.isRepeated, playing.contains(where: { $0.isRepeated && $0.command.startSeconds > now }) {
            return true
        }
        let cut = preemptSignals(for: hapticCue.signal)
        command.relativeBearingDegrees = options.relativeBearingDegrees ?? command.relativeBearingDegrees
        command.validSeconds = options.validSeconds ?? command.validSeconds
        let isScheduled = schedule(
            Playing(hapticCue: hapticCue, command: command, isRepeated: options.isRepeated), at: now)
        for cut in cut { schedule(cut, at: now) }
        return isScheduled
    }

    /// Passes a signal to the actuator, after those before it.
    @discardableResult
    private mutating func schedule(_ next: Playing, at now: Double) -> Bool {
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
    private mutating func preemptSignals(for signal: HapticSignal) -> [Playing] {
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

    private mutating func finish(_ isOver: (Playing) -> Bool) {
        for over in playing where isOver(over) && !over.hapticCue.signal.isTransient {
            report(.ended, effect: Self.effect, cue: over.hapticCue.cue, text: over.command.words)
        }
        playing.removeAll(where: isOver)
    }
}

/// A signal that was passed to the actuator.
private struct Playing {
    var hapticCue: TurnSignals.HapticCue
    var command: HapticCommand
    /// Whether it was requested by a press of the button.
    var isRepeated: Bool

    /// The end of its pulses, seconds of the drive.
    var endSeconds: Double { command.startSeconds + Double(command.durationMilliseconds) / 1000 }
}
