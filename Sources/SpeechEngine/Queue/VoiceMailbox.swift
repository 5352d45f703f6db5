package import NavigationEvents
import Platform
import Synchronization

/// The mailbox between the thread of the control and the thread of the voice: the queue with a lock, and a signal that
/// wakes the voice.
package final class VoiceMailbox: Sendable {
    /// The next task of the voice.
    enum Task {
        case speak(Utterance)
        case report(UtteranceReport)
        case rest
        /// Wait for the pulse of the next utterance, up to this time.
        case waitForPulse(milliseconds: Int32)
        case leave
    }

    /// The request for the current utterance.
    enum Demand {
        case proceed
        case hold
        case endAtWord
        case endNow

        /// Whether the request interrupts the sound that is being written.
        var isImmediate: Bool { self == .hold || self == .endNow }
    }

    /// Returns an utterance if the queue is empty; called on the thread of the voice.
    package typealias Source = @Sendable () -> Utterance?

    fileprivate struct State {
        var queue: UtteranceQueue
        var haptics: HapticPrecedence
        /// The pending reports. Each waits until the utterances queued before it have begun.
        var reports: [(report: UtteranceReport, after: Int)] = []
        var begun = 0
        var isLeaving = false
        var source: Source?
        /// The measurements that wait until the voice has nothing to say.
        var measurements: [Measurement] = []
        /// The time of the last call of the voice in monotonic milliseconds; `nil` while it waits or does not run.
        var lastCallMilliseconds: Double?

        mutating func keep(_ reports: [UtteranceReport]) -> [UtteranceReport] {
            guard !queue.isPaced else { return reports }
            let position = begun + queue.waiting.count
            self.reports += reports.map { ($0, position) }
            return []
        }
    }

    private let state: Mutex<State>
    private let signal: WakeUp
    /// Seconds of a monotonic clock.
    private let clock: @Sendable () -> Double

    /// Creates an empty mailbox.
    ///
    /// - Parameters:
    ///   - isPaced: Whether speaking takes time.
    ///   - pulsesFirstSeconds: The maximum wait for the pulse of a cue; 0 disables it.
    ///   - clock: A monotonic clock, in seconds.
    package init(
        isPaced: Bool, pulsesFirstSeconds: Double = 0,
        clock: @escaping @Sendable () -> Double = { MonotonicInstant.now.seconds }
    ) throws(SpeechError) {
        self.clock = clock
        state = Mutex(
            State(queue: UtteranceQueue(isPaced: isPaced), haptics: HapticPrecedence(maxSeconds: pulsesFirstSeconds)))
        signal = try WakeUp.ofVoice()
    }

    /// Sets whether speaking takes time. It is known when the output is open, before the first utterance.
    package func setPaced(_ isPaced: Bool) { state.withLock { $0.queue.isPaced = isPaced } }

    /// Whether speaking takes time.
    package var isPaced: Bool { state.withLock { $0.queue.isPaced } }

    /// Sets the source of utterances for an empty queue, such as a book, and wakes the voice.
    package func setSource(_ source: Source?) {
        state.withLock { $0.source = source }
        signal.wake()
    }

    /// Adds a measurement.
    package func measure(_ measurement: Measurement) {
        state.withLock { $0.measurements.append(measurement) }
        signal.wake()
    }

    /// Drops the measurements that have not begun.
    package func cancelMeasurements() { state.withLock { $0.measurements = [] } }

    /// The next utterance to measure; `nil` if there is none.
    var nextToMeasure: Utterance? { state.withLock { $0.isLeaving ? nil : $0.measurements.first?.next } }

    /// Notes the duration of ``nextToMeasure``.
    func measured(_ utterance: Utterance, seconds: Double) {
        let done = state.withLock { state -> Measurement? in
            guard state.measurements.first?.next == utterance else { return nil }
            state.measurements[0].add(seconds)
            return state.measurements[0].next == nil ? state.measurements.removeFirst() : nil
        }
        if let done { done.done(done.seconds) }
    }

    /// Changes the queue, wakes the voice and returns the reports to send at once.
    ///
    /// If speaking takes no time, the result is empty: the voice sends the reports in turn, so that their order does
    /// not depend on the speed of the drive.
    package func change(_ body: (inout UtteranceQueue) -> [UtteranceQueue.Dropped]) -> [UtteranceReport] {
        defer { signal.wake() }
        return state.withLock { state in
            let reports = body(&state.queue).map { UtteranceReport($0) }
            return state.keep(reports)
        }
    }

    /// Sets the time of the drive, and returns the reports to send at once. It wakes the voice only if an utterance waits or is
    /// spoken, or a source may have another one.
    package func advance(to time: Timestamp) -> [UtteranceReport] {
        let (reports, mustWake) = state.withLock { state in
            let mustWake =
                !state.queue.waiting.isEmpty || state.queue.speaking != nil || state.source != nil
                || !state.reports.isEmpty
            return (state.keep(state.queue.advance(to: time).map { UtteranceReport($0) }), mustWake)
        }
        if mustWake { signal.wake() }
        return reports
    }

    /// Adds an announcement, which waits for the pulse of its cue if speaking takes time.
    ///
    /// - Parameters:
    ///   - utterance: The announcement.
    ///   - subject: The subject of its cue.
    ///   - time: The time of the drive.
    /// - Returns: The reports to send at once.
    package func announce(_ utterance: Utterance, about subject: CueSubject, at time: Timestamp) -> [UtteranceReport] {
        defer { signal.wake() }
        var announcement = utterance
        announcement.waitsForPulse = true
        return state.withLock { state in
            let dropped = state.queue.add(announcement, at: time)
            // A dropped announcement does not wait for a pulse.
            if state.queue.isPaced, let cue = utterance.cue,
                state.queue.waiting.contains(where: { $0.waitsForPulse && $0.cue == cue })
            {
                state.haptics.announce(cue, subject, at: clock())
            }
            return state.keep(dropped.map { UtteranceReport($0) })
        }
    }

    /// Handles a report of another control.
    package func handle(_ report: ControlReport) {
        // Reports about books and words are frequent, and wake no thread.
        if state.withLock({ $0.haptics.handle(report, at: clock()) }) { signal.wake() }
    }

    /// Queues a report, or returns it if it is to be sent at once.
    package func take(_ report: UtteranceReport) -> [UtteranceReport] {
        defer { signal.wake() }
        return state.withLock { $0.keep([report]) }
    }

    /// Requests the end of the voice after the remaining utterances.
    package func leave() {
        state.withLock { state in
            state.isLeaving = true
            state.source = nil
        }
        signal.wake()
    }

    /// The maximum time of the voice between two calls of the mailbox.
    package static let maxMilliseconds = 10_000.0

    /// Whether the voice has hung in something for too long.
    package var isStuck: Bool { isStuck(at: MonotonicInstant.now.seconds * 1000) }

    func isStuck(at now: Double) -> Bool {
        state.withLock { $0.lastCallMilliseconds.map { now - $0 > Self.maxMilliseconds } ?? false }
    }

    /// Returns the next task of the voice.
    func next() -> Task {
        while true {
            let (task, source) = state.withLock { state -> (Task, Source?) in
                let task = next(&state)
                state.lastCallMilliseconds = MonotonicInstant.now.seconds * 1000
                if case .leave = task { state.lastCallMilliseconds = nil }
                if case .rest = task { return (task, state.mayAsk ? state.source : nil) }
                return (task, nil)
            }
            // The source has its own locks, so it is called without this one.
            guard let more = source?() else { return task }
            state.withLock { _ = $0.queue.add(more, at: Timestamp(nanosecondsSinceEpoch: .min)) }
        }
    }

    private func next(_ state: inout State) -> Task {
        if let first = state.reports.first, first.after <= state.begun {
            state.reports.removeFirst()
            return .report(first.report)
        }
        if let milliseconds = state.millisecondsUntilPulse(at: clock()) {
            return .waitForPulse(milliseconds: milliseconds)
        }
        if let utterance = state.queue.next() {
            state.begun += 1
            return .speak(utterance)
        }
        // The utterance before this report was dropped or does not begin for now.
        if !state.reports.isEmpty { return .report(state.reports.removeFirst().report) }
        return state.isLeaving ? .leave : .rest
    }

    /// Handles the end of the current utterance; see ``UtteranceQueue/finish(isComplete:reached:)``.
    func finish(isComplete: Bool, reached: Range<Int>? = nil) -> UtteranceQueue.End {
        state.withLock { $0.queue.finish(isComplete: isComplete, reached: reached) }
    }

    /// Returns the current utterance to the queue, since it could not begin.
    func requeue() {
        state.withLock { state in
            state.queue.requeue()
            state.begun -= 1
        }
    }

    /// The request for the current utterance.
    var demand: Demand {
        state.withLock { state in
            state.lastCallMilliseconds = MonotonicInstant.now.seconds * 1000
            guard let cut = state.queue.cut else { return state.queue.isSpeakingPaused ? .hold : .proceed }
            // A paused utterance is not within a word.
            return cut.isAtWord && !state.queue.isSpeakingPaused ? .endAtWord : .endNow
        }
    }

    /// Whether the end of the voice was requested.
    var isLeaving: Bool { state.withLock(\.isLeaving) }

    /// Waits for a change of the queue.
    ///
    /// - Parameter milliseconds: The timeout; -1 waits forever.
    func wait(milliseconds: Int32 = -1) {
        state.withLock { $0.lastCallMilliseconds = nil }
        signal.wait(milliseconds: milliseconds)
        state.withLock { $0.lastCallMilliseconds = MonotonicInstant.now.seconds * 1000 }
    }
}

extension VoiceMailbox.State {
    /// Whether the voice may request an utterance of the source; otherwise the utterance would only wait.
    fileprivate var mayAsk: Bool { !queue.isHeld && !queue.isMuted && !isLeaving }

    /// Returns the milliseconds that the next utterance still waits for its pulse; `nil` if it does not wait. At the
    /// end of the control no utterance waits.
    fileprivate mutating func millisecondsUntilPulse(at now: Double) -> Int32? {
        guard !isLeaving, let next = queue.upcoming, next.waitsForPulse, let cue = next.cue,
            let seconds = haptics.secondsToWait(cue, at: now)
        else { return nil }
        return Int32(clamping: max((seconds * 1000).rounded(.up), 1))
    }
}
