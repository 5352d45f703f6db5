import NavigationEvents
import Synchronization

/// How the controls we started fare: what the supervisor saw of the process, and what the control said to the bus.
final class ControlRoster: Sendable {
    /// A control that said hello but never that it is ready is waited for this long: those of other languages need
    /// not say it.
    private static let readyPatience: Duration = .milliseconds(500)

    private struct Entry {
        var status: ControlStatus
        var helloAt: ContinuousClock.Instant?
        var isReady = false
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Takes note of what became of a process. A control that said hello before its start was noted stays running.
    func note(_ status: ControlStatus) {
        entries.withLock {
            var entry = $0[status.control] ?? Entry(status: status)
            if status.state == .starting, entry.status.state == .running {
                entry.status.processID = status.processID
            } else {
                entry.status = status
            }
            $0[status.control] = entry
        }
    }

    /// Takes note that a control said hello. One that we did not start is not ours to keep, and one of the name of a
    /// control that runs does not take its place.
    func noteHello(_ hello: Hello) {
        entries.withLock {
            guard let known = $0[hello.control], known.status.state != .running else { return }
            let status = ControlStatus(control: hello.control, state: .running, processID: hello.processID)
            $0[hello.control] = Entry(status: status, helloAt: .now)
        }
    }

    /// Takes note that a control has subscribed and opened its device.
    func noteReport(_ report: ControlReport) {
        guard report.kind == .ready, report.effect.isEmpty else { return }
        entries.withLock { $0[report.control]?.isReady = true }
    }

    /// The controls we started, and of those the bus knows the ones that joined by themselves; in order of name.
    func all(with joined: [ControlStatus]) -> [ControlStatus] {
        let ours = entries.withLock { $0.mapValues(\.status) }
        return (ours.values + joined.filter { ours[$0.control] == nil }).sorted { $0.control < $1.control }
    }

    /// Returns when every control is ready or has failed, or when time is up, with those that have not said hello.
    func waitUntilSettled(within patience: Duration) async -> [String] {
        let deadline = ContinuousClock.now + patience
        while !isSettled, ContinuousClock.now < deadline {
            do { try await Task.sleep(for: .milliseconds(5)) } catch { break }
        }
        return entries.withLock { $0.values.filter { $0.status.state == .starting }.map(\.status.control) }.sorted()
    }

    private var isSettled: Bool {
        let now = ContinuousClock.now
        return entries.withLock { entries in
            entries.values.allSatisfy { entry in
                switch entry.status.state {
                case .starting, .restarting: false
                case .running: entry.isReady || entry.helloAt.map { now - $0 > Self.readyPatience } ?? false
                case .stopped, .failed, .unknown: true
                }
            }
        }
    }
}
