import NavigationEvents

/// Plays recorded fixes at their pace, with the seconds that pass between them.
struct Replayer {
    /// A gap longer than this is played as if it had only this length: nobody waits a night, and whoever follows the
    /// position has given it up long before.
    static let longestGapSeconds = 900.0
    /// A fix that comes no later than this after a full second takes that second's place.
    private static let graceSeconds = 0.5

    private let pace: ReplayPace
    private let clock: any PaceClock
    private let pipe: PositionPipe
    private var last: Timestamp?
    /// When, on the clock, the last event was due.
    private var due = 0.0

    init(pace: ReplayPace, clock: any PaceClock, pipe: PositionPipe) {
        self.pace = pace
        self.clock = clock
        self.pipe = pipe
    }

    /// Plays a fix when it is due.
    ///
    /// - Returns: `false` once the consumer has gone.
    mutating func play(_ fix: Fix) -> Bool {
        guard advance(to: fix.time) else { return false }
        last = fix.time
        return pipe.send(.fix(fix))
    }

    /// Plays the seconds up to a moment at which the recording goes on without a fix.
    mutating func playSilence(until time: Timestamp) -> Bool {
        guard let last, time.seconds(since: last) >= 1 else { return true }
        guard advance(to: time) else { return false }
        self.last = time
        return pipe.send(.elapsed(time))
    }

    /// Waits for a moment of the recording and tells of the full seconds before it. Time that runs backwards is not
    /// waited for.
    private mutating func advance(to time: Timestamp) -> Bool {
        guard let last else {
            due = clock.now()
            return true
        }
        let gap = min(time.seconds(since: last), Self.longestGapSeconds)
        var passed = 0.0
        while passed + 1 + Self.graceSeconds < gap {
            passed += 1
            guard wait(recordedSeconds: 1) else { return false }
            let moment = Timestamp(nanosecondsSinceEpoch: last.nanosecondsSinceEpoch + Int64(passed * 1e9))
            guard pipe.send(.elapsed(moment)) else { return false }
        }
        return wait(recordedSeconds: gap - passed)
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
