import NavigationEvents
import Synchronization

/// Lets a voice read a book, and keeps the book, its player and its tour together: the control, the voice and the watch
/// of the file each call it on a thread of their own.
final class Narrator: Sendable {
    /// What a narrator needs from outside; may be called on any of these threads, one call after the other and in the
    /// order in which things came about.
    struct Surroundings: Sendable {
        /// Takes what the queue dropped for it.
        var tell: @Sendable ([Notice]) -> Void = { _ in }
        /// Takes note of pages that open, end, or are not said; each reading of a page has a number of its own, from 1.
        var note: @Sendable (BookPlayer.Action, _ reading: UInt64) -> Void = { _, _ in }
        /// Takes what is to be remembered of the tour.
        var keep: @Sendable (Tour.Facts) -> Void = { _ in }
        /// There is nothing to be read any more, for now.
        var end: @Sendable () -> Void = {}
    }

    fileprivate struct State {
        var player: BookPlayer
        var tour: Tour
        /// The reading of the page that is open.
        var reading: UInt64 = 0
        var readings: UInt64 = 0
        /// What is still to be told, in order.
        var untold: [Telling] = []
    }

    fileprivate enum Telling {
        case notices([Notice])
        case action(BookPlayer.Action, reading: UInt64)
        case facts(Tour.Facts)
        case end
    }

    private let state: Mutex<State>
    /// Held by the thread that tells.
    private let teller = Mutex(())
    private let desk: VoiceDesk
    private let surroundings: Surroundings
    /// The file before it was read, for who watches it.
    let mark: BookFile.Mark
    /// Whether pages stand among the announcements of a drive, also where saying takes no time.
    private let isOnDrive: Bool

    /// Opens no page yet.
    init(
        _ player: BookPlayer, tour: Tour = Tour(), desk: VoiceDesk, mark: BookFile.Mark = BookFile.Mark(of: ""),
        isOnDrive: Bool = true, surroundings: Surroundings = Surroundings()
    ) {
        self.mark = mark
        self.isOnDrive = isOnDrive
        state = Mutex(State(player: player, tour: tour))
        self.desk = desk
        self.surroundings = surroundings
    }

    /// Makes the voice ask for what is to be read, whenever it has nothing else to say.
    func begin() {
        desk.setSource { [weak self] in
            self?.feed()
            // It is in the queue already: a page that is turned in this very moment must find it there.
            return nil
        }
    }

    /// A person turns to a page.
    ///
    /// - Throws: ``BookError`` when there is no such page; nothing changes then.
    func turn(_ turn: PageTurn) throws(BookError) {
        try change { state throws(BookError) in try state.player.turn(turn) }
    }

    /// Nothing more is read until a page is turned to, or a place is reached. What the voice has of the book ends with
    /// the queue, which people stop.
    func stop(reason: Dismissal) { change(dismissal: nil) { $0.player.stop(reason: reason.rawValue) } }

    /// Speech was muted: what belongs to a place is not read later.
    func mute() { change(dismissal: .muted) { $0.player.mute(reason: Dismissal.muted.rawValue) } }

    /// The file was read anew.
    ///
    /// - Parameter told: Circles of it that were reached, as far as is remembered.
    func reload(_ book: Book, told: Set<TourPlace> = []) {
        change { state in
            state.tour.reloaded(book, told: told)
            return state.player.reload(book)
        }
    }

    /// The vehicle has moved.
    ///
    /// - Parameter isHeard: Whether speech is not muted; what is reached meanwhile is not read later.
    func moved(to fix: Fix, isHeard: Bool = true) {
        change { state in
            let due = state.tour.moved(to: fix, in: state.player.book)
            return isHeard ? state.player.reach(due) : []
        }
    }

    /// Guidance has moved along its route.
    ///
    /// - Parameter isHeard: Whether speech is not muted.
    func moved(along info: NavigationInfo, isHeard: Bool = true) {
        change { state in
            let due = state.tour.moved(along: info, in: state.player.book)
            return isHeard ? state.player.reach(due) : []
        }
    }

    /// A route was started, or replaces another one.
    func started(_ route: Route) {
        change { state in
            state.tour.started(route)
            return []
        }
    }

    /// The drive has ended.
    func stopped() { state.withLock { $0.tour.stopped() } }

    /// Gives the queue the next piece, if there is one.
    private func feed() {
        change { state in
            var actions: [BookPlayer.Action] = []
            _ = hand(over: &state, &actions)
            return actions
        }
    }

    /// Puts the next piece into the queue; whether there was one.
    private func hand(over state: inout State, _ actions: inout [BookPlayer.Action]) -> Bool {
        guard let piece = state.player.piece(&actions) else { return false }
        _ = desk.change { $0.add(piece, at: Timestamp(nanosecondsSinceEpoch: .min)) }
        return true
    }

    /// Changes the player and, in the same moment, the queue; then tells what came of it.
    ///
    /// - Parameter dismissal: Why what the voice has of a page that is left is not said; `nil` to leave it there.
    private func change<Failure>(
        dismissal: Dismissal? = .turned, _ body: (inout State) throws(Failure) -> [BookPlayer.Action]
    ) throws(Failure) {
        let isOpening = try state.withLock { state throws(Failure) in
            let (wasReading, facts) = (state.player.isReading, state.tour.facts)
            var actions = try body(&state)
            if let dismissal, actions.contains(where: \.isLeaving) {
                state.untold.append(.notices(desk.change { $0.turnPage(as: dismissal) }))
            }
            let isOpening = actions.contains(where: \.isOpening)
            // Where saying takes no time, a page is said where it stands among the announcements of the drive.
            if isOnDrive, isOpening, !desk.isPaced {
                while hand(over: &state, &actions) {}
            }
            // Before it is begun: a process that is killed now does not begin it once more.
            if state.tour.facts != facts { state.untold.append(.facts(state.tour.facts)) }
            for action in actions { state.tell(action) }
            if wasReading || !actions.isEmpty, !state.player.isReading { state.untold.append(.end) }
            return isOpening
        }
        tell()
        // Wakes the voice, so that it asks.
        if isOpening { _ = desk.change { _ in [] } }
    }

    /// Tells what is still to be told. Whoever comes while another thread does waits, so that its own is told, too.
    private func tell() {
        teller.withLock { _ in
            while let telling = state.withLock({ $0.untold.isEmpty ? nil : $0.untold.removeFirst() }) {
                switch telling {
                case .notices(let notices): surroundings.tell(notices)
                case .action(let action, let reading): surroundings.note(action, reading)
                case .facts(let facts): surroundings.keep(facts)
                case .end: surroundings.end()
                }
            }
        }
    }
}

extension Narrator.State {
    /// Numbers what is to be told: a page that opens, and one that never did, begin a reading.
    fileprivate mutating func tell(_ action: BookPlayer.Action) {
        switch action {
        case .left, .finished: untold.append(.action(action, reading: reading))
        case .open:
            readings += 1
            reading = readings
            untold.append(.action(action, reading: reading))
        case .dropped:
            readings += 1
            untold.append(.action(action, reading: readings))
        }
    }
}

extension BookPlayer.Action {
    /// Whether a page opens.
    fileprivate var isOpening: Bool {
        if case .open = self { true } else { false }
    }

    /// Whether what is being read of a page ends before its end.
    fileprivate var isLeaving: Bool {
        if case .left = self { true } else { false }
    }
}
