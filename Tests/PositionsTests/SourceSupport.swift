import FoundationEssentials
import Glibc
import NavigationEvents
import Synchronization
import Testing

@testable import Positions

/// A clock without real waits: each one returns immediately and is recorded.
final class InstantClock: PaceClock {
    private let state = Mutex<(now: Double, waits: [Double])>((1000, []))

    /// The requested waits, in seconds.
    var waits: [Double] { state.withLock { $0.waits } }

    func now() -> Double { state.withLock { $0.now } }

    func wallSeconds() -> Double { 1_777_881_600 + now() }

    func wait(until deadline: Double, stop: StopSignal) {
        state.withLock { state in
            if deadline > state.now {
                state.waits.append(deadline - state.now)
                state.now = deadline
            }
        }
    }
}

/// A temporary file, removed with its last reference.
final class TemporaryFile: Sendable {
    let path: String

    init(_ text: String, suffix: String = "") throws {
        path = "/tmp/navbus-test-\(getpid())-\(UInt32.random(in: 0 ... .max))\(suffix)"
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    deinit { unlink(path) }
}

/// The events of a source, by kind.
struct CollectedEvents {
    var events: [PositionEvent] = []
    var fixes: [Fix] {
        events.compactMap {
            if case .fix(let fix) = $0 { fix } else { nil }
        }
    }
    var headings: [HeadingReading] {
        events.compactMap {
            if case .heading(let heading) = $0 { heading } else { nil }
        }
    }
    var problems: [PositionProblem] {
        events.compactMap {
            if case .problem(let problem) = $0 { problem } else { nil }
        }
    }
    var elapsed: [Timestamp] {
        events.compactMap {
            if case .elapsed(let time) = $0 { time } else { nil }
        }
    }

    /// Receives events until the end, or up to a number of them.
    static func from(_ source: some PositionSource, until isEnough: (CollectedEvents) -> Bool = { _ in false })
        async -> CollectedEvents
    {
        var told = CollectedEvents()
        for await event in source.positions() {
            told.events.append(event)
            if isEnough(told) { break }
        }
        return told
    }
}

/// A whole second of the day of the tests, 2026-05-04.
func clock(_ hour: Int, _ minute: Int, _ second: Double, day: Int = 4) -> Timestamp {
    CivilDay(year: 2026, month: 5, day: day).map {
        $0.time(secondsOfDay: Double(hour * 3600 + minute * 60) + second)
    } ?? Timestamp(nanosecondsSinceEpoch: 0)
}

/// A value that another thread sets once.
final class OneTimeValue: Sendable {
    private let pair = AsyncStream.makeStream(of: Int.self)

    func set(_ value: Int = 0) {
        pair.continuation.yield(value)
        pair.continuation.finish()
    }

    var value: Int {
        get async {
            for await value in pair.stream { return value }
            return -1
        }
    }
}

/// A clock whose waits last until the consumer goes.
final class BlockingClock: PaceClock {
    /// Set when a wait has ended.
    let ended = OneTimeValue()

    func now() -> Double { 0 }

    func wallSeconds() -> Double { 0 }

    func wait(until deadline: Double, stop: StopSignal) {
        while !stop.wait(seconds: 60) {}
        ended.set()
    }
}
