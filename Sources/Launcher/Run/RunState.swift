import CommandOutput
package import NavigationEvents
import Supervisor
import Synchronization

/// The state of the processes of a run. Any thread may use it.
package final class RunState: Sendable {
    private struct State {
        var watch: ControlMonitor
        var bus = ControlStatus(control: RunController.bus, state: .starting)
        /// The output of the bus before its first answer. If the bus cannot start, it is the error message of the run.
        var startupOutput: [ControlOutput]? = []
        var deathsWithoutAnswer = 0
    }

    private let state: Mutex<State>

    /// - Parameter configuration: The configuration with the timeouts of controls; `nil` for the standard ones.
    package init(_ configuration: RunConfiguration?) {
        let timeouts = configuration?.supervision.timeouts ?? ControlMonitor.Timeouts()
        state = Mutex(State(watch: ControlMonitor(timeouts: timeouts)))
    }

    /// The state of the process of the bus.
    var bus: ControlStatus { state.withLock { $0.bus } }
    func noteBus(_ status: ControlStatus) {
        state.withLock { state in
            state.bus = status
            if status.state == .restarting { state.deathsWithoutAnswer += 1 }
        }
    }
    /// Whether a bus has ever answered.
    var hasAnswered: Bool { state.withLock { $0.startupOutput == nil } }
    func noteAnswer() { state.withLock { $0.deathsWithoutAnswer = 0 } }
    /// Whether the bus has died three times without an answer. Then the next one starts a new run.
    var needsNewRun: Bool { state.withLock { $0.deathsWithoutAnswer >= 3 } }

    package func note(_ status: ControlStatus) { state.withLock { $0.watch.note(status) } }
    package func noteReady(_ report: ControlReport) { state.withLock { $0.watch.noteReady(report) } }
    package func check(_ controls: [ControlStatus], afterSeconds seconds: Double) -> [ControlMonitor.Replacement] {
        state.withLock { $0.watch.check(controls, afterSeconds: seconds) }
    }
    /// Whether a status needs no attention: the process of the bus is the expected one, its source has not ended, and all controls are
    /// well.
    func isCalm(_ status: BusStatus, in session: Session) -> Bool {
        state.withLock { state in
            status.processID == state.bus.processID && state.watch.isCalm(status.controls)
                && status.sessions.first { $0.session == session }?.source != .ended
        }
    }
    func forgetSilence() { state.withLock { $0.watch.forgetSilence() } }
    package var isSettled: Bool { state.withLock { $0.watch.isSettled } }
    package var missing: [String] { state.withLock { $0.watch.missing } }
    var summary: String { state.withLock { $0.watch.summary } }

    /// Whether a line is kept for later instead of shown.
    func keepsStartupOutput(_ output: ControlOutput) -> Bool {
        state.withLock { state in
            guard output.control == RunController.bus, state.startupOutput != nil else { return false }
            state.startupOutput?.append(output)
            return true
        }
    }

    /// Returns the kept lines; further lines are not kept.
    func takeStartupOutput() -> [ControlOutput] {
        state.withLock { state in
            defer { state.startupOutput = nil }
            return state.startupOutput ?? []
        }
    }
}

/// An event that happens once, and that tasks can wait for.
final class Latch: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

    func open() { continuation.finish() }

    /// Returns when the event has happened, or when the task is cancelled.
    func wait() async { for await _ in stream {} }
}
