import NavigationEvents
import Synchronization

/// Where the control's thread and the voice's thread meet: the queue, behind a lock, and a signal to wake the voice.
final class VoiceDesk: Sendable {
    /// What the voice is to do now.
    enum Task {
        case speak(Utterance)
        case tell(Notice)
        case rest
        case leave
    }

    private struct State {
        var queue: UtteranceQueue
        /// Waits until as many sentences have been begun as had been added before it.
        var notices: [(notice: Notice, after: Int)] = []
        var added = 0
        var begun = 0
        var isLeaving = false

        mutating func keep(_ notices: [Notice]) -> [Notice] {
            guard !queue.isPaced else { return notices }
            self.notices += notices.map { ($0, added) }
            return []
        }
    }

    private let state: Mutex<State>
    private let signal: Signal

    init(isPaced: Bool) throws(SpeechError) {
        state = Mutex(State(queue: UtteranceQueue(isPaced: isPaced)))
        signal = try Signal()
    }

    /// Lets the control change the queue, and wakes the voice; gives what is to be told at once.
    ///
    /// Where saying takes no time, nothing is: the voice tells it when its turn comes, so that the reports of a drive
    /// have one order, however fast it is driven.
    func change(_ body: (inout UtteranceQueue) -> [UtteranceQueue.Dropped]) -> [Notice] {
        defer { signal.send() }
        return state.withLock { state in
            let before = state.queue.waiting.count
            let notices = body(&state.queue).map { Notice($0) }
            state.added += max(0, state.queue.waiting.count - before)
            return state.keep(notices)
        }
    }

    /// Takes what is to be told; gives it back if it is to be told at once.
    func take(_ notice: Notice) -> [Notice] {
        defer { signal.send() }
        return state.withLock { $0.keep([notice]) }
    }

    /// Asks the voice to leave once everything that is still to be said is said.
    func leave() {
        state.withLock { $0.isLeaving = true }
        signal.send()
    }

    /// The voice's next task.
    func next() -> Task {
        state.withLock { state in
            if let first = state.notices.first, first.after <= state.begun {
                state.notices.removeFirst()
                return .tell(first.notice)
            }
            guard let utterance = state.queue.next() else { return state.isLeaving ? .leave : .rest }
            state.begun += 1
            return .speak(utterance)
        }
    }

    /// The sentence being said has ended; gives why it was cut short, if it was.
    func finish() -> UtteranceQueue.Dismissal? { state.withLock { $0.queue.finish() } }

    /// Whether the sentence being said is to end now.
    var isCut: Bool { state.withLock { $0.queue.cut != nil } }

    /// Waits for a change of the queue, at most so long; -1 for ever.
    func wait(milliseconds: Int32 = -1) { signal.wait(milliseconds: milliseconds) }
}
