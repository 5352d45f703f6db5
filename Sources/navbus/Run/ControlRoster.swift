import NavigationEvents
import Synchronization

/// How the controls we started fare: what the supervisor saw of the process, and whether it said hello.
final class ControlRoster: Sendable {
    private let statuses = Mutex<[String: ControlStatus]>([:])
    private let changes: AsyncStream<Void>
    private let changed: AsyncStream<Void>.Continuation

    init() {
        (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes note of what became of a process. A control that said hello before its start was noted stays running.
    func note(_ status: ControlStatus) {
        statuses.withLock {
            var status = status
            if status.state == .starting, $0[status.control]?.state == .running { status.state = .running }
            $0[status.control] = status
        }
        changed.yield()
    }

    /// Takes note that a control said hello. One that we did not start is not ours to keep, and one of the name of a
    /// control that runs does not take its place.
    func noteHello(_ hello: Hello) {
        statuses.withLock {
            guard let known = $0[hello.control], known.state != .running else { return }
            $0[hello.control] = ControlStatus(control: hello.control, state: .running, processID: hello.processID)
        }
        changed.yield()
    }

    /// The controls we started, and of those the bus knows the ones that joined by themselves; in order of name.
    func all(with joined: [ControlStatus]) -> [ControlStatus] {
        let ours = statuses.withLock { $0 }
        return (ours.values + joined.filter { ours[$0.control] == nil }).sorted { $0.control < $1.control }
    }

    /// Returns when no control is still starting, or when time is up, with those that still are. For one caller.
    func waitUntilSettled(within patience: Duration) async -> [String] {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: patience) }
            group.addTask {
                if self.isSettled { return }
                for await _ in self.changes where self.isSettled { return }
            }
            await group.next()
            group.cancelAll()
        }
        return starting
    }

    private var isSettled: Bool { starting.isEmpty }

    private var starting: [String] {
        statuses.withLock { $0.values.filter { $0.state == .starting }.map(\.control) }.sorted()
    }
}
