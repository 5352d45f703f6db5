import NavigationEvents

/// Decides what is said next, what is cut short and what is not said at all. A pure value; time is that of the drive.
///
/// A sound server takes as long as the words do, so there urgent sentences come first and late ones are dropped. A
/// file takes no time: there every sentence is written, in order.
///
/// Announcements go before what people want said, and that before books. What is no announcement and is interrupted is
/// set aside, and goes on afterwards with the sentence that was interrupted.
struct UtteranceQueue: Equatable, Sendable {
    /// An utterance that is not said.
    struct Dropped: Equatable, Sendable {
        var utterance: Utterance
        var dismissal: Dismissal
    }

    /// What is wanted of the utterance that is being said: its end, and when.
    struct Cut: Equatable, Sendable {
        var dismissal: Dismissal
        /// Whether the word that is being said is said to its end.
        var isAtWord: Bool
    }

    /// How an utterance ended.
    enum End: Equatable, Sendable {
        /// It was said, all of it.
        case said
        case cut(Dismissal)
        /// It goes on later.
        case setAside(Dismissal)
    }

    /// More than these of people are not kept.
    static let mostOfPeople = 32

    /// Whether saying takes time.
    var isPaced: Bool
    /// Utterances to be said, the next one first.
    var waiting: [Utterance] = []
    /// The one that is being said.
    private(set) var speaking: Utterance?
    /// What is wanted of the one that is being said; `nil` if it may go on.
    private(set) var cut: Cut?
    /// Whether what is no announcement waits until a person lets it go on.
    var isHeld = false
    /// Whether the one that is being said stands still. What begins later, guidance, does not.
    var isStanding = false
    /// Whether nothing at all is said.
    var isMuted = false
    private var count: UInt64 = 0

    init(isPaced: Bool) {
        self.isPaced = isPaced
    }

    /// Takes a new utterance; gives those that are dropped for it.
    mutating func add(_ added: Utterance, at time: Timestamp) -> [Dropped] {
        var utterance = added
        count += 1
        utterance.number = count
        if utterance.isBlank { return [Dropped(utterance: utterance, dismissal: .blank)] }
        if utterance.isOutdated(at: time) { return [Dropped(utterance: utterance, dismissal: .outdated)] }
        if isMuted, !utterance.isBook { return [Dropped(utterance: utterance, dismissal: .muted)] }
        if utterance.kind == .person, waiting.count(where: { $0.kind == .person }) >= Self.mostOfPeople {
            return [Dropped(utterance: utterance, dismissal: .crowded)]
        }
        guard isPaced else {
            waiting.append(utterance)
            return []
        }
        let dropped = advance(to: time) + drop(as: .superseded) { $0.isOfTheSameCue(as: utterance) }
        insert(utterance)
        interrupt(for: utterance)
        return dropped
    }

    /// Takes note of the time of the drive; gives what has become too late.
    mutating func advance(to time: Timestamp) -> [Dropped] {
        guard isPaced else { return [] }
        if isStanding, let speaking, speaking.isOutdated(at: time) { end(as: .outdated, isAtWord: false) }
        return drop(as: .outdated) { $0.isOutdated(at: time) }
    }

    /// Navigation has ended: of its sentences only the arrival is still said.
    mutating func stopNavigation() -> [Dropped] {
        guard isPaced else { return [] }
        if let speaking, speaking.isAnnouncement, !speaking.isArrival { end(as: .stopped, isAtWord: true) }
        return drop(as: .stopped) { $0.isAnnouncement && !$0.isArrival }
    }

    /// The route was left: what waits to be said of its maneuvers would mislead. A sentence that has begun is ended.
    mutating func leaveRoute() -> [Dropped] {
        guard isPaced else { return [] }
        return drop(as: .astray) { $0.isAnnouncement && $0.subject != .offRoute && !$0.isArrival }
    }

    /// The utterance that is to be said now; `nil` if there is none, or one is being said.
    var upcoming: Utterance? { upcomingIndex.map { waiting[$0] } }

    private var upcomingIndex: Int? {
        guard speaking == nil, !isMuted else { return nil }
        return waiting.firstIndex { !isHeld || $0.isAnnouncement }
    }

    /// The same, which is being said from now on.
    mutating func next() -> Utterance? {
        guard let index = upcomingIndex else { return nil }
        speaking = waiting.remove(at: index)
        cut = nil
        isStanding = false
        return speaking
    }

    /// The one that was being said has ended, one way or the other.
    ///
    /// - Parameters:
    ///   - isComplete: Whether all of it was said.
    ///   - reached: The last word that was begun.
    mutating func finish(isComplete: Bool, reached: Range<Int>? = nil) -> End {
        defer {
            speaking = nil
            cut = nil
        }
        guard let speaking, !isComplete else { return .said }
        let dismissal = cut?.dismissal ?? .unheard
        guard dismissal == .unheard || (dismissal == .interrupted && !speaking.isAnnouncement) else {
            return .cut(dismissal)
        }
        insertAgain(speaking.continued(after: reached))
        return .setAside(dismissal)
    }

    /// The one that was to be said could not begin: it is tried again.
    mutating func putBack() {
        guard let speaking else { return }
        insertAgain(speaking)
        self.speaking = nil
        cut = nil
    }

    /// Wants the end of what is being said.
    mutating func end(as dismissal: Dismissal, isAtWord: Bool) {
        guard speaking != nil else { return }
        // What is to end for good stays so, and what is to end now does not wait for a word.
        let isAtOnce = !isAtWord || cut?.isAtWord == false
        let isFinal = cut.map { $0.dismissal != .interrupted } ?? false
        cut = Cut(dismissal: isFinal ? cut?.dismissal ?? dismissal : dismissal, isAtWord: !isAtOnce)
    }

    /// Drops what waits and is so.
    mutating func drop(as dismissal: Dismissal, where isDropped: (Utterance) -> Bool) -> [Dropped] {
        let dropped = waiting.filter(isDropped).map { Dropped(utterance: $0, dismissal: dismissal) }
        waiting.removeAll(where: isDropped)
        return dropped
    }

    private mutating func insert(_ utterance: Utterance) {
        waiting.insert(utterance, at: waiting.firstIndex { $0.rank < utterance.rank } ?? waiting.endIndex)
    }

    /// What has begun before comes before its equals.
    private mutating func insertAgain(_ utterance: Utterance) {
        let index = isPaced ? waiting.firstIndex { $0.rank <= utterance.rank } ?? waiting.endIndex : 0
        waiting.insert(utterance, at: index)
    }

    /// Ends what is less urgent than a new utterance, if that cannot wait for it.
    ///
    /// "Now" ends it at once: a word may take half a second, and at 50 km/h that is seven metres. Whatever else comes
    /// has time for the end of a word, which sounds better.
    private mutating func interrupt(for utterance: Utterance) {
        guard let speaking else { return }
        if utterance.isAnnouncement, isStanding { return end(as: .interrupted, isAtWord: false) }
        guard utterance.rank > speaking.rank else { return }
        if utterance.isNow { return end(as: .interrupted, isAtWord: false) }
        if !speaking.isAnnouncement { end(as: .interrupted, isAtWord: true) }
    }
}
