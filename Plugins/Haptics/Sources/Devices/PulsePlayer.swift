/// Turns commands into vibrations at their times, one after the other. A pure value: time is an argument, in milliseconds
/// of a clock that never goes back.
struct PulsePlayer: Sendable {
    /// Something that devices are to do now.
    enum Step: Hashable, Sendable {
        /// Make a pulse felt.
        case vibrate(Pulse, wayDegrees: Double?)
    }

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

    /// Takes a command, to be felt after those given before.
    mutating func play(_ command: HapticCommand, at now: Int) {
        let begin = max(now, endOfAll(at: now))
        guard begin - now <= Self.mostWaitMilliseconds else {
            missed.append(command)
            return
        }
        let valid = Int((min(max(command.validSeconds, 0), 3600) * 1000).rounded())
        waiting.append(Entry(command: command, validUntil: begin + valid))
    }

    /// Ends what is felt and forgets what waits. What follows what was cut short comes after a gap all the same: an arrival
    /// that runs into half a pointer is taken for something else.
    mutating func cancel(at now: Int) {
        waiting = []
        if let present { freeAt = min(now, present.endsAt) + Self.gapMilliseconds }
        present = nil
    }

    /// No device makes felt what is being felt any more. If it is still valid it is felt from its beginning, once.
    mutating func interrupt(at now: Int) {
        guard let present else { return }
        self.present = nil
        freeAt = .min
        guard !present.entry.isRepeated, now <= present.entry.validUntil else {
            missed.append(present.entry.command)
            return
        }
        waiting.insert(
            Entry(command: present.entry.command, validUntil: present.entry.validUntil, isRepeated: true), at: 0)
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

    private struct Playing: Hashable, Sendable {
        var entry: Entry
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
