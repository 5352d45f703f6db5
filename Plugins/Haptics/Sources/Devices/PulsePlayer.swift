import NavigationEvents

/// Turns commands into vibrations at their times, one after the other. A pure value: time is an argument, in milliseconds
/// of a clock that never goes back.
struct PulsePlayer: Sendable {
    /// Something that devices are to do now.
    enum Step: Hashable, Sendable {
        /// Make a pulse felt.
        case vibrate(Pulse, wayDegrees: Double?)
    }

    /// A pulse that is later than so, as after the machine has slept, is not made up for, nor is what follows it.
    static let mostLateMilliseconds = 1000
    /// For so long it is kept what was felt.
    private static let pastMilliseconds = 5000
    /// Silence between two commands, so that they do not run into each other.
    static let gapMilliseconds = 400
    /// What would begin later than so after it was given is about a place that was passed.
    static let mostWaitMilliseconds = 4000

    private var waiting: [Entry] = []
    private var present: Playing?
    /// Until then the gap after the last command lasts.
    private var freeAt = Int.min
    /// Commands that nobody has felt, since they were asked.
    private var missed: [HapticCommand] = []
    /// What was felt to its end of late, as far as anybody knows.
    private var past: [Past] = []

    /// Takes a command, to be felt after those given before.
    mutating func play(_ command: HapticCommand, at now: Int) {
        let begin = max(now, endOfAll(at: now))
        guard begin - now <= Self.mostWaitMilliseconds else {
            missed.append(command)
            return
        }
        let valid = Int(clamping: (min(max(command.validSeconds, 0), 3600) * 1000).rounded())
        waiting.append(Entry(command: command, validUntil: now + valid))
    }

    /// Ends what is felt and forgets what waits. What follows what was cut short comes after a gap all the same: an arrival
    /// that runs into half a pointer is taken for something else.
    mutating func cancel(at now: Int) {
        waiting = []
        if let present { freeAt = min(now, present.endsAt) + Self.gapMilliseconds }
        present = nil
    }

    /// A device has taken the pulse that was due.
    mutating func tookPulse() { present?.isTaken = true }

    /// No device makes felt what is being felt any more. If it is still valid it is felt from its beginning, once.
    ///
    /// - Parameter doubted: What was played since then was not felt either: the device has hung.
    mutating func interrupt(at now: Int, doubtedSince doubted: Int? = nil) {
        var unfelt = past.filter { $0.endedAt > doubted ?? .max }.map(\.entry)
        past = []
        if var entry = present?.entry {
            let isBegun = present?.isTaken ?? false
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

    /// What is to be done now.
    ///
    /// - Parameter canPlay: Whether there is a device. Without one, commands wait while they are valid.
    mutating func advance(at now: Int, canPlay: Bool) -> [Step] {
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

    /// When there is something to be done again; `nil` if not before something happens.
    func nextMoment(canPlay: Bool) -> Int? {
        let next = present.map(\.nextMoment) ?? (canPlay && !waiting.isEmpty ? freeAt : nil)
        return ([next].compactMap(\.self) + waiting.map { $0.validUntil + 1 }).min()
    }

    /// Whether something is being felt.
    var isPlaying: Bool { present != nil }

    /// What nobody has felt since this was asked last: it came too late for any device.
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
        /// Later it may not begin any more.
        var validUntil: Int
        /// Whether it has begun before, on a device that was lost.
        var isRepeated = false
    }

    private struct Past: Hashable, Sendable {
        var entry: Entry
        var endedAt: Int
    }

    private struct Playing: Hashable, Sendable {
        var entry: Entry
        /// Whether a device has taken a pulse of it.
        var isTaken = false
        var nextPulse = 0
        var nextPulseAt: Int
        /// When the last vibration ends.
        private(set) var endsAt: Int

        init(entry: Entry, nextPulseAt now: Int) {
            self.entry = entry
            nextPulseAt = now
            endsAt = now + entry.command.durationMilliseconds
        }

        var nextMoment: Int { nextPulse < entry.command.pulses.count ? nextPulseAt : endsAt }

        func isOver(at now: Int) -> Bool { nextPulse >= entry.command.pulses.count && now >= endsAt }

        func isTooLate(at now: Int) -> Bool {
            nextPulse < entry.command.pulses.count && now - nextPulseAt > PulsePlayer.mostLateMilliseconds
        }

        /// The pulse that is due. One at a time: after a pause of the process nothing is made up for in a hurry.
        mutating func steps(at now: Int) -> [Step] {
            guard nextPulse < entry.command.pulses.count, now >= nextPulseAt else { return [] }
            let pulse = entry.command.pulses[nextPulse]
            let late = now - nextPulseAt
            nextPulse += 1
            nextPulseAt = now + pulse.milliseconds + pulse.pauseMilliseconds
            // A delay moves what follows, so that the rhythm stays.
            endsAt += late
            guard pulse.milliseconds > 0, pulse.strength > 0 else { return [] }
            return [.vibrate(pulse, wayDegrees: entry.command.wayDegrees)]
        }
    }
}
