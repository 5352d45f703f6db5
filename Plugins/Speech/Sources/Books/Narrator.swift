import NavigationEvents
import SpeechEngine
import Synchronization

/// Feeds a voice with the pages of a book, and synchronizes the book, its player and its tour. The control, the voice
/// and the watch of the file call it on different threads.
final class Narrator: Sendable {
    /// The callbacks of a narrator. They run on any of these threads, one at a time and in the order of the changes.
    struct Dependencies: Sendable {
        /// Reports the utterances that the queue dropped.
        var report: @Sendable ([UtteranceReport]) -> Void = { _ in }
        /// Reports pages that open, end or are not read. Each reading of a page has its own number, counted from 1.
        var note: @Sendable (BookPlayer.Action, _ reading: UInt64) -> Void = { _, _ in }
        /// Saves the state of the tour for a restarted process.
        var keep: @Sendable (Tour.SavedState) -> Void = { _ in }
        /// Called when nothing more is to be read for now.
        var end: @Sendable () -> Void = {}
    }

    fileprivate struct State {
        var player: BookPlayer
        var tour: Tour
        /// The number of the reading of the open page.
        var reading: UInt64 = 0
        var readings: UInt64 = 0
        /// The pending callbacks, in order.
        var pending: [Callback] = []
    }

    fileprivate enum Callback {
        case reports([UtteranceReport])
        case action(BookPlayer.Action, reading: UInt64)
        case savedState(Tour.SavedState)
        case end
    }

    private let state: Mutex<State>
    /// The lock of the thread that runs the callbacks.
    private let callbackLock = Mutex(())
    private let mailbox: VoiceMailbox
    private let dependencies: Dependencies
    /// The version of the file before it was read, for the watch.
    let version: BookFile.Version
    /// Whether pages keep their position among the announcements of a drive, also if speaking takes no time.
    private let isOnDrive: Bool

    /// Creates a narrator without an open page.
    init(
        _ player: BookPlayer, tour: Tour = Tour(), mailbox: VoiceMailbox,
        version: BookFile.Version = BookFile.Version(of: ""), isOnDrive: Bool = true,
        dependencies: Dependencies = Dependencies()
    ) {
        self.version = version
        self.isOnDrive = isOnDrive
        state = Mutex(State(player: player, tour: tour))
        self.mailbox = mailbox
        self.dependencies = dependencies
    }

    /// Lets the voice request pieces whenever it has nothing else to say.
    func begin() {
        mailbox.setSource { [weak self] in
            self?.feed()
            // The piece is in the queue already, so that a page turned at this moment can drop it.
            return nil
        }
    }

    /// Opens a page on request of a person.
    ///
    /// - Throws: ``BookError`` if the page does not exist; nothing changes then.
    func turn(_ turn: PageTurn) throws(BookError) {
        try change { state throws(BookError) in try state.player.turn(turn) }
    }

    /// Stops reading until a page is opened or a point of the tour is reached. The caller stops the queue, and with it
    /// the piece that the voice has.
    func stop(reason: CancellationReason) { change(reason: nil) { $0.player.stop(reason: reason.rawValue) } }

    /// Handles the muting of speech: pages of a tour are not read later.
    func mute() { change(reason: .muted) { $0.player.mute(reason: CancellationReason.muted.rawValue) } }

    /// Replaces the book after a change of its file.
    ///
    /// - Parameters:
    ///   - book: The new version.
    ///   - reachedCircles: The circles of the book that the memory lists as reached.
    func reload(_ book: Book, reachedCircles: Set<TourPlace> = []) {
        change { state in
            state.tour.reloaded(book, reachedCircles: reachedCircles)
            return state.player.reload(book)
        }
    }

    /// Handles a new position of the vehicle.
    ///
    /// - Parameters:
    ///   - fix: The position.
    ///   - isMuted: Whether speech is muted. Pages reached while it is muted are not read later.
    func moved(to fix: Fix, isMuted: Bool = false) {
        change { state in
            let due = state.tour.moved(to: fix, in: state.player.book)
            return isMuted ? [] : state.player.reach(due)
        }
    }

    /// Handles progress along the route.
    ///
    /// - Parameters:
    ///   - info: The event of guidance.
    ///   - isMuted: Whether speech is muted.
    func moved(along info: NavigationInfo, isMuted: Bool = false) {
        change { state in
            let due = state.tour.moved(along: info, in: state.player.book)
            return isMuted ? [] : state.player.reach(due)
        }
    }

    /// Handles a route that was started or replaces another one.
    func started(_ route: Route) {
        change { state in
            state.tour.started(route)
            return []
        }
    }

    /// Handles the end of the drive.
    func stopped() { state.withLock { $0.tour.stopped() } }

    /// Adds the next piece to the queue, if there is one.
    private func feed() {
        change { state in
            var actions: [BookPlayer.Action] = []
            _ = hand(over: &state, &actions)
            return actions
        }
    }

    /// Adds the next piece to the queue and returns whether there was one.
    private func hand(over state: inout State, _ actions: inout [BookPlayer.Action]) -> Bool {
        guard let piece = state.player.piece(&actions) else { return false }
        _ = mailbox.change { $0.add(piece, at: Timestamp(nanosecondsSinceEpoch: .min)) }
        return true
    }

    /// Changes the player and the queue in one step, then runs the callbacks.
    ///
    /// - Parameters:
    ///   - reason: The reason for dropping the pieces of a page that is left; `nil` to keep them in the queue.
    ///   - body: Changes the state and returns the actions.
    private func change<Failure>(
        reason: CancellationReason? = .pageTurned, _ body: (inout State) throws(Failure) -> [BookPlayer.Action]
    ) throws(Failure) {
        let isOpening = try state.withLock { state throws(Failure) in
            let (wasReading, savedState) = (state.player.isReading, state.tour.savedState)
            var actions = try body(&state)
            if let reason, actions.contains(where: \.isLeaving) {
                state.pending.append(.reports(mailbox.change { $0.turnPage(as: reason) }))
            }
            let isOpening = actions.contains(where: \.isOpening)
            // If speaking takes no time, the page keeps its position among the announcements of the drive.
            if isOnDrive, isOpening, !mailbox.isPaced {
                while hand(over: &state, &actions) {}
            }
            // The state is saved before the page begins, so that a restarted process does not begin it again.
            if state.tour.savedState != savedState { state.pending.append(.savedState(state.tour.savedState)) }
            for action in actions { state.enqueue(action) }
            if wasReading || !actions.isEmpty, !state.player.isReading { state.pending.append(.end) }
            return isOpening
        }
        runCallbacks()
        // This wakes the voice, which then requests a piece.
        if isOpening { _ = mailbox.change { _ in [] } }
    }

    /// Runs the pending callbacks. A second thread waits until they have run, including its own.
    private func runCallbacks() {
        callbackLock.withLock { _ in
            while let callback = state.withLock({ $0.pending.isEmpty ? nil : $0.pending.removeFirst() }) {
                switch callback {
                case .reports(let reports): dependencies.report(reports)
                case .action(let action, let reading): dependencies.note(action, reading)
                case .savedState(let savedState): dependencies.keep(savedState)
                case .end: dependencies.end()
                }
            }
        }
    }
}

extension Narrator.State {
    /// Adds an action to the pending callbacks, with the number of its reading. A page that opens or is dropped gets a
    /// new number.
    fileprivate mutating func enqueue(_ action: BookPlayer.Action) {
        switch action {
        case .abandoned, .finished: pending.append(.action(action, reading: reading))
        case .open:
            readings += 1
            reading = readings
            pending.append(.action(action, reading: reading))
        case .dropped:
            readings += 1
            pending.append(.action(action, reading: readings))
        }
    }
}

extension BookPlayer.Action {
    /// Whether the action opens a page.
    fileprivate var isOpening: Bool {
        if case .open = self { true } else { false }
    }

    /// Whether the action stops a page before its end.
    fileprivate var isLeaving: Bool {
        if case .abandoned = self { true } else { false }
    }
}
