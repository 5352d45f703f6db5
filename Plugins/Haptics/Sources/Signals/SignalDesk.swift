import NavigationControl
import NavigationEvents

/// Gives signals to the actuator, one after the other, and reports what becomes of them.
struct SignalDesk {
    static let effect = "pulse"
    /// Silence between two signals, so that they do not run into each other.
    static let gapSeconds = 0.4
    /// More than all signals together can wait.
    static let farAheadSeconds = 15.0

    /// How a signal is to be felt, beyond what the table says.
    struct Manner: Hashable, Sendable {
        /// Where it leads, degrees clockwise from straight ahead; `nil` for where its pattern leads.
        var wayDegrees: Double?
        /// For how long it may begin; `nil` for as long as its pattern may.
        var validSeconds: Double?
        /// Whether somebody asked for it once more.
        var isRepeated = false
    }

    var table: PatternTable
    /// Share of each pattern's strength, 0...1.
    let strength: Double
    private var actuator: any HapticActuator
    private let report: Reporter
    /// What is being felt, and what waits for it, in order.
    private var playing: [Playing] = []
    private var lastFailure: HapticsError?

    init(actuator: any HapticActuator, table: PatternTable, strength: Double, report: Reporter) {
        (self.actuator, self.table, self.strength, self.report) = (actuator, table, strength, report)
    }

    mutating func open(isContinued: Bool) throws(HapticsError) { try actuator.open(isContinued: isContinued) }

    mutating func close() { actuator.close() }

    /// What the actuator hangs in.
    var standstill: String? { actuator.standstill }

    /// Whether something is being felt, or waits.
    var isPlaying: Bool { !playing.isEmpty }

    /// Makes a signal felt, after those before it; what is urgent cuts them short.
    ///
    /// - Returns: Whether it was given to the actuator: not if it fails, or if the table has no pulses for it.
    @discardableResult
    mutating func feel(_ felt: TurnSignals.Felt, manner: Manner = Manner(), at now: Double) -> Bool {
        var command = HapticCommand(felt.signal, table: table, startSeconds: now, strength: strength)
        guard !command.pulses.isEmpty else { return false }
        // Who presses again and again is answered once more behind what is being felt, not as often as that.
        if manner.isRepeated, playing.contains(where: { $0.isRepeated && $0.command.startSeconds > now }) {
            return true
        }
        let cut = makeWay(for: felt.signal)
        command.wayDegrees = manner.wayDegrees ?? command.wayDegrees
        command.validSeconds = manner.validSeconds ?? command.validSeconds
        let isGiven = give(Playing(felt: felt, command: command, isRepeated: manner.isRepeated), at: now)
        for cut in cut { give(cut, at: now) }
        return isGiven
    }

    /// Gives a signal to the actuator, behind those before it.
    @discardableResult
    private mutating func give(_ next: Playing, at now: Double) -> Bool {
        var next = next
        next.command.startSeconds = max(now, playing.last.map { $0.endSeconds + Self.gapSeconds } ?? now)
        do throws(HapticsError) {
            try actuator.play(next.command)
            lastFailure = nil
        } catch {
            if error != lastFailure {
                report(.failed, effect: Self.effect, cue: next.felt.cue, text: "failed to \(error)")
            }
            lastFailure = error
            return false
        }
        playing.append(next)
        if !next.felt.signal.isPassing {
            report(.began, effect: Self.effect, cue: next.felt.cue, text: next.command.words)
        }
        return true
    }

    /// Cuts short what is less urgent than a signal; behind what is more urgent it waits.
    ///
    /// - Returns: What is to be felt again behind it: it is told only once.
    private mutating func makeWay(for signal: HapticSignal) -> [Playing] {
        guard signal.urgency > .patient, playing.allSatisfy({ $0.felt.signal.urgency <= signal.urgency }) else {
            return []
        }
        if playing.isEmpty {
            // A device that is behind the clock of the drive may still have to begin what is over by that.
            if signal.urgency == .now { actuator.cancel() }
            return []
        }
        let once = playing.filter { $0.felt.signal.isOnce }
        cancel()
        // Who has arrived has nothing left to find again.
        return signal == .arrived ? [] : once
    }

    /// Time has come to here.
    mutating func finish(at now: Double) {
        // What seems to begin far ahead was begun by a clock that has been set back since.
        finish { $0.endSeconds <= now || $0.command.startSeconds > now + Self.farAheadSeconds }
    }

    /// What is being felt ends by itself; nobody waits for it.
    mutating func finishAll() { finish { _ in true } }

    /// Ends what is being felt, and what waits.
    mutating func cancel() {
        guard !playing.isEmpty else { return }
        actuator.cancel()
        for cut in playing where !cut.felt.signal.isPassing {
            report(.cancelled, effect: Self.effect, cue: cut.felt.cue, text: cut.command.words)
        }
        playing.removeAll()
    }

    private mutating func finish(_ isOver: (Playing) -> Bool) {
        for over in playing where isOver(over) && !over.felt.signal.isPassing {
            report(.ended, effect: Self.effect, cue: over.felt.cue, text: over.command.words)
        }
        playing.removeAll(where: isOver)
    }
}

/// A signal that was given to the actuator.
private struct Playing {
    var felt: TurnSignals.Felt
    var command: HapticCommand
    /// Whether somebody asked for it once more.
    var isRepeated: Bool

    /// When it is felt no more, seconds of the drive.
    var endSeconds: Double { command.startSeconds + Double(command.durationMilliseconds) / 1000 }
}
