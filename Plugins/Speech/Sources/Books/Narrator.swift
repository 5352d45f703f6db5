import NavigationEvents
import Synchronization

/// Lets a voice read a book, and keeps the book, its player and its tour together: the control, the voice and the watch
/// of the file each call it on a thread of their own.
final class Narrator: Sendable {
    /// What a narrator needs from outside; may be called on any of these threads.
    struct Surroundings: Sendable {
        /// Takes what the queue dropped for it.
        var tell: @Sendable ([Notice]) -> Void = { _ in }
        /// Takes note of pages that open, end, or are not said.
        var note: @Sendable (BookPlayer.Action) -> Void = { _ in }
        /// There is nothing to be read any more, for now.
        var end: @Sendable () -> Void = {}
    }

    private struct State {
        var player: BookPlayer
        var tour: Tour
    }

    private let state: Mutex<State>
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
    func stop(reason: String) { change { state in state.player.stop(reason: reason).filter { $0 != .cancel } } }

    /// The file was read anew.
    func reload(_ book: Book) {
        change { state in
            state.tour.reloaded(book)
            return state.player.reload(book)
        }
    }

    /// The vehicle has moved.
    func moved(to fix: Fix) {
        change { state in state.tour.moved(to: fix, in: state.player.book).flatMap { state.player.reach($0) } }
    }

    /// Guidance has moved along its route.
    func moved(along info: NavigationInfo) {
        change { state in state.tour.moved(along: info, in: state.player.book).flatMap { state.player.reach($0) } }
    }

    /// A route was started, or replaces another one.
    func started(_ route: Route) { state.withLock { $0.tour.started(route) } }

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
    private func change<Failure>(
        _ body: (inout State) throws(Failure) -> [BookPlayer.Action]
    ) throws(Failure) {
        let (actions, notices, hasEnded) = try state.withLock { state throws(Failure) in
            let wasReading = state.player.isReading
            var actions = try body(&state)
            let notices = actions.contains(.cancel) ? desk.change { $0.turnPage() } : []
            // Where saying takes no time, a page is said where it stands among the announcements of the drive.
            if isOnDrive, actions.contains(where: \.isOpening), !desk.isPaced {
                while hand(over: &state, &actions) {}
            }
            return (actions, notices, (wasReading || !actions.isEmpty) && !state.player.isReading)
        }
        surroundings.tell(notices)
        for action in actions { surroundings.note(action) }
        // Wakes the voice, so that it asks.
        if actions.contains(where: \.isOpening) { _ = desk.change { _ in [] } }
        if hasEnded { surroundings.end() }
    }
}

extension BookPlayer.Action {
    /// Whether a page opens.
    fileprivate var isOpening: Bool {
        if case .open = self { true } else { false }
    }
}
