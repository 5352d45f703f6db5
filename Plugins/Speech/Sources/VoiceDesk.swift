import NavigationEvents
import Synchronization

/// Where the control's thread and the voice's thread meet: the queue, behind a lock, and a signal to wake the voice.
final class VoiceDesk: Sendable {
    /// What the voice is to do now.
    enum Task {
        case speak(Utterance)
        case rest
        case leave
    }

    private struct State {
        var queue: UtteranceQueue
        var isLeaving = false
    }

    private let state: Mutex<State>
    private let signal: Signal

    init(isPaced: Bool) throws(SpeechError) {
        state = Mutex(State(queue: UtteranceQueue(isPaced: isPaced)))
        signal = try Signal()
    }

    /// Lets the control change the queue; gives what is dropped, and wakes the voice.
    func change(
        _ body: (inout UtteranceQueue) -> [UtteranceQueue.Dropped]
    ) -> [UtteranceQueue.Dropped] {
        let dropped = state.withLock { body(&$0.queue) }
        signal.send()
        return dropped
    }

    /// Asks the voice to leave once everything that is still to be said is said.
    func leave() {
        state.withLock { $0.isLeaving = true }
        signal.send()
    }

    /// The voice's next task.
    func next() -> Task {
        state.withLock { state in
            if let utterance = state.queue.next() { return .speak(utterance) }
            return state.isLeaving ? .leave : .rest
        }
    }

    /// The sentence being said has ended; gives why it was cut short, if it was.
    func finish() -> UtteranceQueue.Dismissal? { state.withLock { $0.queue.finish() } }

    /// Whether the sentence being said is to end now.
    var isCut: Bool { state.withLock { $0.queue.cut != nil } }

    /// Waits for a change of the queue, at most so long; -1 for ever.
    func wait(milliseconds: Int32 = -1) { signal.wait(milliseconds: milliseconds) }
}
