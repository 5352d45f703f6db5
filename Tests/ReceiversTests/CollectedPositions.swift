import NavigationEvents
import Positions
import Synchronization

/// The events of a source, collected on its thread until this object is released.
final class CollectedPositions: Sendable {
    private let events: Events
    private let readings: PositionReadings

    private final class Events: Sendable {
        let all = Mutex<[PositionEvent]>([])
    }

    init(_ source: some PositionSource) {
        let (events, readings) = (Events(), source.readings(skipping: 0))
        (self.events, self.readings) = (events, readings)
        readings.notify { [weak readings] in
            while let reading = readings?.takeWaiting() { events.all.withLock { $0.append(reading.event) } }
        }
    }

    deinit { readings.close() }

    var fixes: [Fix] {
        events.all.withLock { $0 }.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    var problems: [PositionProblem] {
        events.all.withLock { $0 }.compactMap { if case .problem(let problem) = $0 { problem } else { nil } }
    }

    /// The problems as people read them.
    var texts: [String] { problems.map { "\($0)" } }

    /// Waits for a condition, at most 20 s.
    func wait(until isTrue: (CollectedPositions) throws -> Bool) async rethrows -> Bool {
        for _ in 0..<2000 {
            if try isTrue(self) { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
