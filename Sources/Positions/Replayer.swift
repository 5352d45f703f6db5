import NavigationEvents

/// Replays recorded fixes at their pace, with the seconds and headings between them. Longer gaps than
/// ``PositionEvent/maxSilenceSeconds`` are shortened to it.
///
/// Fixes and seconds are the same with and without headings.
struct Replayer {
    /// A fix that follows a full second by no more than this replaces that second.
    private static let graceSeconds = 0.5

    private let pace: ReplayPace
    private let clock: any PaceClock
    private let pipe: PositionPipe
    private var last: Timestamp?
    /// The due time of the last event, by the clock.
    private var due = 0.0
    /// Headings since the last event, by time: they are played once the next event is known.
    private var headings: [HeadingReading] = []

    init(pace: ReplayPace, clock: any PaceClock, pipe: PositionPipe) {
        self.pace = pace
        self.clock = clock
        self.pipe = pipe
    }

    /// Plays a fix when it is due.
    ///
    /// - Returns: `false` if the consumer has gone.
    mutating func play(_ fix: Fix) -> Bool {
        guard advance(to: fix.time) else { return false }
        last = fix.time
        return pipe.send(.fix(fix))
    }

    /// Queues a heading with a time not before those of the previous ones; it is played before the next event.
    mutating func play(_ heading: HeadingReading) -> Bool {
        // Headings before the first fix are dropped.
        if last != nil { headings.append(heading) }
        return true
    }

    /// Plays the headings after the last fix.
    ///
    /// - Returns: `false` if the consumer has gone.
    mutating func playRest() -> Bool {
        guard let last, let end = headings.last?.time else { return true }
        var passed = 0.0
        return pass(to: end.seconds(since: last), since: last, &passed)
    }

    /// Plays the seconds up to a time at which the recording continues without a fix.
    mutating func playSilence(until time: Timestamp) -> Bool {
        guard let last, time.seconds(since: last) >= 1 else { return true }
        guard advance(to: time) else { return false }
        self.last = time
        return pipe.send(.elapsed(time))
    }

    /// Waits for a time of the recording and reports the full seconds before it. Time that runs backwards is not waited
    /// for.
    private mutating func advance(to time: Timestamp) -> Bool {
        guard let last else {
            due = clock.now()
            return true
        }
        let gap = min(time.seconds(since: last), PositionEvent.maxSilenceSeconds)
        var passed = 0.0
        while passed + 1 + Self.graceSeconds < gap {
            guard pass(to: passed + 1, since: last, &passed) else { return false }
            let moment = last.advanced(bySeconds: passed)
            guard pipe.send(.elapsed(moment)) else { return false }
        }
        return pass(to: gap, since: last, &passed) && playHeadings(upTo: .infinity, since: last, &passed)
    }

    /// Waits until `end` seconds since the last event have passed, and plays the headings of that time.
    private mutating func pass(to end: Double, since last: Timestamp, _ passed: inout Double) -> Bool {
        guard playHeadings(upTo: end, since: last, &passed), wait(recordedSeconds: end - passed) else { return false }
        passed = end
        return true
    }

    private mutating func playHeadings(upTo end: Double, since last: Timestamp, _ passed: inout Double) -> Bool {
        var count = 0
        defer { headings.removeFirst(count) }
        for heading in headings {
            let seconds = heading.time?.seconds(since: last) ?? 0
            guard seconds <= end else { break }
            count += 1
            // Headings beyond a shortened gap are played at its end.
            if end.isFinite {
                guard wait(recordedSeconds: seconds - passed) else { return false }
                passed = max(passed, seconds)
            }
            guard pipe.send(.heading(heading)) else { return false }
        }
        return true
    }

    private mutating func wait(recordedSeconds: Double) -> Bool {
        if pipe.isSkipping {
            due = clock.now()
            return true
        }
        let seconds = pace.waitSeconds(recordedSeconds: recordedSeconds)
        guard seconds > 0 else { return true }
        due += seconds
        clock.wait(until: due, stop: pipe.stop)
        return !pipe.stop.isRaised
    }
}
