import NavigationEvents
import Supervisor
import Synchronization

/// What is known of the processes of a run, from whichever thread it comes.
final class RunBoard: Sendable {
    private struct State {
        var watch: ControlWatch
        var bus = ControlStatus(control: Conductor.bus, state: .starting)
        /// What the bus wrote before it first answered: if it cannot start, that is what the run itself has to say.
        var words: [ControlOutput]? = []
        var deathsWithoutAnswer = 0
    }

    private let state: Mutex<State>

    init(patience: ControlWatch.Patience) { state = Mutex(State(watch: ControlWatch(patience: patience))) }

    /// How the process of the bus fares.
    var bus: ControlStatus { state.withLock { $0.bus } }
    func noteBus(_ status: ControlStatus) {
        state.withLock { state in
            state.bus = status
            if status.state == .restarting { state.deathsWithoutAnswer += 1 }
        }
    }
    /// Whether a bus has ever answered.
    var hasAnswered: Bool { state.withLock { $0.words == nil } }
    func noteAnswer() { state.withLock { $0.deathsWithoutAnswer = 0 } }
    /// Whether it dies of what it goes on with: then it is better to begin anew.
    var isBusDoomed: Bool { state.withLock { $0.deathsWithoutAnswer >= 3 } }

    func note(_ status: ControlStatus) { state.withLock { $0.watch.note(status) } }
    func noteReady(_ report: ControlReport) { state.withLock { $0.watch.noteReady(report) } }
    func look(at controls: [ControlStatus], afterSeconds seconds: Double) -> [ControlWatch.Verdict] {
        state.withLock { $0.watch.look(at: controls, afterSeconds: seconds) }
    }
    func forgetSilence() { state.withLock { $0.watch.forgetSilence() } }
    var isSettled: Bool { state.withLock { $0.watch.isSettled } }
    var missing: [String] { state.withLock { $0.watch.missing } }
    var summary: String { state.withLock { $0.watch.summary } }

    /// Whether a line is kept for later.
    func holdsBack(_ output: ControlOutput) -> Bool {
        state.withLock { state in
            guard output.control == Conductor.bus, state.words != nil else { return false }
            state.words?.append(output)
            return true
        }
    }

    /// The lines that were kept; further ones are not.
    func takeWords() -> [ControlOutput] {
        state.withLock { state in
            defer { state.words = nil }
            return state.words ?? []
        }
    }
}

/// Something that happens once and is waited for.
final class Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

    func give() { continuation.finish() }

    /// Returns when it was given, or when the task is cancelled.
    func wait() async { for await _ in stream {} }
}
