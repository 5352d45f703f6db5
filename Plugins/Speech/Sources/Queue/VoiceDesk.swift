import NavigationEvents
import Platform
import Synchronization

/// Where the control's thread and the voice's thread meet: the queue, behind a lock, and a signal to wake the voice.
final class VoiceDesk: Sendable {
    /// What the voice is to do now.
    enum Task {
        case speak(Utterance)
        case tell(Notice)
        case rest
        /// What is to be said next waits until it is felt, so long at most.
        case waitForTouch(milliseconds: Int32)
        case leave
    }

    /// What the voice is to do with the utterance it is saying.
    enum Demand {
        case goOn
        case hold
        case endAtWord
        case endNow

        /// Whether it cannot wait for the sound that is under way.
        var isImmediate: Bool { self == .hold || self == .endNow }
    }

    /// Gives what is said when nothing else is; called on the voice's thread.
    typealias Source = @Sendable () -> Utterance?

    fileprivate struct State {
        var queue: UtteranceQueue
        var touch: TouchFirst
        /// Waits until the sentences that were waiting before it have been begun.
        var notices: [(notice: Notice, after: Int)] = []
        var begun = 0
        var isLeaving = false
        var source: Source?
        /// When the voice last came to the desk, monotonic milliseconds; `nil` while it waits there, or is not there.
        var cameAt: Double?

        mutating func keep(_ notices: [Notice]) -> [Notice] {
            guard !queue.isPaced else { return notices }
            let place = begun + queue.waiting.count
            self.notices += notices.map { ($0, place) }
            return []
        }
    }

    private let state: Mutex<State>
    private let signal: WakeUp
    /// Seconds of a clock that nobody sets.
    private let clock: @Sendable () -> Double

    /// Opens a desk where nothing waits.
    ///
    /// - Parameters:
    ///   - isPaced: Whether saying takes time.
    ///   - pulsesFirstSeconds: The longest that a cue waits until it is felt; 0 for not at all.
    ///   - clock: Tells for how long.
    init(
        isPaced: Bool, pulsesFirstSeconds: Double = 0,
        clock: @escaping @Sendable () -> Double = { MonotonicInstant.now.seconds }
    ) throws(SpeechError) {
        self.clock = clock
        state = Mutex(
            State(queue: UtteranceQueue(isPaced: isPaced), touch: TouchFirst(mostSeconds: pulsesFirstSeconds)))
        signal = try WakeUp.ofVoice()
    }

    /// Whether saying takes time; known when the output is open, before there is anything to say.
    func setPaced(_ isPaced: Bool) { state.withLock { $0.queue.isPaced = isPaced } }

    /// Whether saying takes time.
    var isPaced: Bool { state.withLock { $0.queue.isPaced } }

    /// Sets where the voice asks for more when nothing waits to be said: a book. Wakes the voice.
    func setSource(_ source: Source?) {
        state.withLock { $0.source = source }
        signal.wake()
    }

    /// Lets the control change the queue, and wakes the voice; gives what is to be told at once.
    ///
    /// Where saying takes no time, nothing is: the voice tells it when its turn comes, so that the reports of a drive
    /// have one order, however fast it is driven.
    func change(_ body: (inout UtteranceQueue) -> [UtteranceQueue.Dropped]) -> [Notice] {
        defer { signal.wake() }
        return state.withLock { state in
            let notices = body(&state.queue).map { Notice($0) }
            return state.keep(notices)
        }
    }

    /// Hands over an utterance of guidance, which waits until its cue is felt where saying takes time.
    ///
    /// - Parameters:
    ///   - subject: What its cue is about.
    ///   - time: The time of the drive.
    func announce(_ utterance: Utterance, about subject: CueSubject, at time: Timestamp) -> [Notice] {
        defer { signal.wake() }
        var announcement = utterance
        announcement.isAfterTouch = true
        return state.withLock { state in
            let dropped = state.queue.add(announcement, at: time)
            // What is dropped, at once or later, waits for nothing.
            if state.queue.isPaced, let cue = utterance.cue,
                state.queue.waiting.contains(where: { $0.isAfterTouch && $0.cue == cue })
            {
                state.touch.announce(cue, subject, at: clock())
            }
            return state.keep(dropped.map { Notice($0) })
        }
    }

    /// Takes note of what another control reports.
    func hear(_ report: ControlReport) {
        // Books and words are reported often, and wake nobody.
        if state.withLock({ $0.touch.hear(report, at: clock()) }) { signal.wake() }
    }

    /// Takes what is to be told; gives it back if it is to be told at once.
    func take(_ notice: Notice) -> [Notice] {
        defer { signal.wake() }
        return state.withLock { $0.keep([notice]) }
    }

    /// Asks the voice to leave once everything that is still to be said is said.
    func leave() {
        state.withLock { state in
            state.isLeaving = true
            state.source = nil
        }
        signal.wake()
    }

    /// The longest a voice may work without coming back to the desk.
    static let mostMilliseconds = 10_000.0

    /// Whether the voice has hung in something for too long.
    var isStuck: Bool { isStuck(at: (MonotonicInstant.now.seconds * 1000)) }

    func isStuck(at now: Double) -> Bool {
        state.withLock { $0.cameAt.map { now - $0 > Self.mostMilliseconds } ?? false }
    }

    /// The voice's next task.
    func next() -> Task {
        while true {
            let (task, source) = state.withLock { state -> (Task, Source?) in
                let task = next(&state)
                state.cameAt = (MonotonicInstant.now.seconds * 1000)
                if case .leave = task { state.cameAt = nil }
                if case .rest = task { return (task, state.mayAsk ? state.source : nil) }
                return (task, nil)
            }
            // The source has locks of its own, so it is asked without this one.
            guard let more = source?() else { return task }
            state.withLock { _ = $0.queue.add(more, at: Timestamp(nanosecondsSinceEpoch: .min)) }
        }
    }

    private func next(_ state: inout State) -> Task {
        if let first = state.notices.first, first.after <= state.begun {
            state.notices.removeFirst()
            return .tell(first.notice)
        }
        if let milliseconds = state.millisecondsToTouch(at: clock()) {
            return .waitForTouch(milliseconds: milliseconds)
        }
        if let utterance = state.queue.next() {
            state.begun += 1
            return .speak(utterance)
        }
        // What it waited for is not said any more, or not for now.
        if !state.notices.isEmpty { return .tell(state.notices.removeFirst().notice) }
        return state.isLeaving ? .leave : .rest
    }

    /// The utterance being said has ended; see ``UtteranceQueue/finish(isComplete:reached:)``.
    func finish(isComplete: Bool, reached: Range<Int>? = nil) -> UtteranceQueue.End {
        state.withLock { $0.queue.finish(isComplete: isComplete, reached: reached) }
    }

    /// The utterance could not begin.
    func putBack() {
        state.withLock { state in
            state.queue.putBack()
            state.begun -= 1
        }
    }

    /// What is wanted of the utterance being said.
    var demand: Demand {
        state.withLock { state in
            state.cameAt = (MonotonicInstant.now.seconds * 1000)
            guard let cut = state.queue.cut else { return state.queue.isStanding ? .hold : .goOn }
            // What stands still is in no word.
            return cut.isAtWord && !state.queue.isStanding ? .endAtWord : .endNow
        }
    }

    /// Whether the voice has been asked to leave.
    var isLeaving: Bool { state.withLock(\.isLeaving) }

    /// Waits for a change of the queue, at most so long; -1 for ever.
    func wait(milliseconds: Int32 = -1) {
        state.withLock { $0.cameAt = nil }
        signal.wait(milliseconds: milliseconds)
        state.withLock { $0.cameAt = (MonotonicInstant.now.seconds * 1000) }
    }
}

extension VoiceDesk.State {
    /// Whether the source may be asked: what it gives would only wait otherwise.
    fileprivate var mayAsk: Bool { !queue.isHeld && !queue.isMuted && !isLeaving }

    /// How long what is said next still waits until it is felt; `nil` if it does not. Who leaves hears of no pulse any more.
    fileprivate mutating func millisecondsToTouch(at now: Double) -> Int32? {
        guard !isLeaving, let next = queue.upcoming, next.isAfterTouch, let cue = next.cue,
            let seconds = touch.secondsToWait(cue, at: now)
        else { return nil }
        return Int32(clamping: max((seconds * 1000).rounded(.up), 1))
    }
}
