import NavigationEvents

/// Plays the commands of a device in real time, one after the other, with the gaps that its motors need. Which command
/// is played when is decided before, in the time of the drive; that clock and this one drift apart in a replay, or when
/// a device is lost. A pure value: time is an argument, in milliseconds of a clock that never goes back.
package struct PulsePlayer: Sendable {
    /// An action to perform on the devices.
    package enum Step: Hashable, Sendable {
        /// Play a pulse.
        case vibrate(Pulse, relativeBearingDegrees: Double?)
    }

    /// A pulse that is later than this, for example after the machine has slept, is dropped with the rest of its
    /// command.
    static let maxLateMilliseconds = 1000
    /// Commands that have ended are remembered for this time.
    private static let pastMilliseconds = 5000
    /// Silence between two commands, so that they are perceived as two.
    package static let gapMilliseconds = 400
    /// A command that would begin later than this is dropped: it would refer to a position that was passed.
    static let maxWaitMilliseconds = 4000

    private var waiting: [Entry] = []
    private var present: Playing?
    /// The end of the gap after the last command.
    private var freeAt = Int.min
    /// Commands that were not played since the last call of ``takeMissed()``.
    private var missed: [HapticCommand] = []
    /// Commands that were recently played to their end, as far as is known.
    private var past: [Past] = []

    /// Makes a player without commands.
    package init() {}

    /// Schedules a command after those before it.
    package mutating func play(_ command: HapticCommand, at now: Int) {
        let begin = max(now, endOfAll(at: now))
        guard begin - now <= Self.maxWaitMilliseconds else {
            missed.append(command)
            return
        }
        let valid = Int(clamping: (min(max(command.validSeconds, 0), 3600) * 1000).rounded())
        waiting.append(Entry(command: command, validUntil: now + valid))
    }

    /// Cancels the current command and those that wait. A gap follows nevertheless: an arrival that runs into half a
    /// pointer would be taken for another pattern.
    package mutating func cancel(at now: Int) {
        waiting = []
        if let present { freeAt = min(now, present.endsAt) + Self.gapMilliseconds }
        present = nil
    }

    /// Records that a device has accepted the due pulse.
    mutating func markPulseAccepted() { present?.isAccepted = true }

    /// Handles the loss of the device in use. A command that is still valid is played from its beginning once more.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - doubted: The time from which the device hung: commands since then were not played either.
    mutating func interrupt(at now: Int, unconfirmedSince doubted: Int? = nil) {
        var unfelt = past.filter { $0.endedAt > doubted ?? .max }.map(\.entry)
        past = []
        if var entry = present?.entry {
            let isBegun = present?.isAccepted ?? false
            if entry.isRepeated, isBegun { entry.validUntil = .min }
            entry.isRepeated = entry.isRepeated || isBegun
            unfelt.append(entry)
        }
        guard let newest = unfelt.popLast() else { return }
        present = nil
        freeAt = .min
        missed += unfelt.map(\.command)
        if now <= newest.validUntil { waiting.insert(newest, at: 0) } else { missed.append(newest.command) }
    }

    /// The actions to perform now.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - canPlay: Whether there is a device. Without one, commands wait while they are valid.
    package mutating func advance(at now: Int, canPlay: Bool) -> [Step] {
        finish(at: now)
        drop(at: now)
        if present == nil, canPlay, now >= freeAt, !waiting.isEmpty {
            present = Playing(entry: waiting.removeFirst(), nextPulseAt: now)
        }
        guard var playing = present else { return [] }
        guard !playing.isTooLate(at: now) else {
            missed.append(playing.entry.command)
            present = nil
            return []
        }
        let steps = playing.steps(at: now)
        present = playing
        return steps
    }

    /// The time of the next action; `nil` if there is none before the next event.
    func nextMoment(canPlay: Bool) -> Int? {
        let next = present.map(\.nextMoment) ?? (canPlay && !waiting.isEmpty ? freeAt : nil)
        return ([next].compactMap(\.self) + waiting.map { $0.validUntil + 1 }).min()
    }

    /// Whether a command is playing.
    var isPlaying: Bool { present != nil }

    /// Takes the commands that were not played since the last call, because they were too late for any device.
    mutating func takeMissed() -> [HapticCommand] {
        defer { missed = [] }
        return missed
    }

    private func endOfAll(at now: Int) -> Int {
        var end = present.map { $0.endsAt + Self.gapMilliseconds } ?? max(freeAt, now)
        for entry in waiting { end += entry.command.durationMilliseconds + Self.gapMilliseconds }
        return end
    }

    private mutating func finish(at now: Int) {
        guard let present, present.isOver(at: now) else { return }
        freeAt = present.endsAt + Self.gapMilliseconds
        past.removeAll { now - $0.endedAt > Self.pastMilliseconds }
        past.append(Past(entry: present.entry, endedAt: present.endsAt))
        self.present = nil
    }

    private mutating func drop(at now: Int) {
        missed += waiting.filter { $0.validUntil < now }.map(\.command)
        waiting.removeAll { $0.validUntil < now }
    }

    private struct Entry: Hashable, Sendable {
        var command: HapticCommand
        /// The latest time at which it may begin.
        var validUntil: Int
        /// Whether it began before, on a device that was lost.
        var isRepeated = false
    }

    private struct Past: Hashable, Sendable {
        var entry: Entry
        var endedAt: Int
    }

    private struct Playing: Hashable, Sendable {
        var entry: Entry
        /// Whether a device has accepted a pulse of it.
        var isAccepted = false
        var nextPulse = 0
        var nextPulseAt: Int
        /// The end of the last vibration.
        private(set) var endsAt: Int

        init(entry: Entry, nextPulseAt now: Int) {
            self.entry = entry
            nextPulseAt = now
            endsAt = now + entry.command.durationMilliseconds
        }

        var nextMoment: Int { nextPulse < entry.command.pulses.count ? nextPulseAt : endsAt }

        func isOver(at now: Int) -> Bool { nextPulse >= entry.command.pulses.count && now >= endsAt }

        func isTooLate(at now: Int) -> Bool {
            nextPulse < entry.command.pulses.count && now - nextPulseAt > PulsePlayer.maxLateMilliseconds
        }

        /// The due pulse. One at a time: after a pause of the process, pulses are not played in quick succession.
        mutating func steps(at now: Int) -> [Step] {
            guard nextPulse < entry.command.pulses.count, now >= nextPulseAt else { return [] }
            let pulse = entry.command.pulses[nextPulse]
            let late = now - nextPulseAt
            nextPulse += 1
            nextPulseAt = now + pulse.milliseconds + pulse.pauseMilliseconds
            // A delay shifts what follows, so that the rhythm stays.
            endsAt += late
            guard pulse.milliseconds > 0, pulse.strength > 0 else { return [] }
            return [.vibrate(pulse, relativeBearingDegrees: entry.command.relativeBearingDegrees)]
        }
    }
}
