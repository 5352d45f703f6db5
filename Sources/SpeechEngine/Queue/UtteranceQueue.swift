package import NavigationEvents

/// The queue of utterances: decides which is spoken next, interrupted or dropped. A pure value; times are those of the
/// drive.
///
/// With a paced output, such as a sound server, speaking takes time: urgent utterances come first and late ones are
/// dropped. With a file it takes no time: every utterance is written, in order.
///
/// Announcements precede texts of people, and those precede books. An interrupted utterance that is not an announcement
/// is set aside, and continues later with the interrupted sentence.
package struct UtteranceQueue: Equatable, Sendable {
    /// A dropped utterance with the reason.
    package struct Dropped: Equatable, Sendable {
        var utterance: Utterance
        var reason: CancellationReason
    }

    /// A request to end the current utterance.
    struct Cut: Equatable, Sendable {
        var reason: CancellationReason
        /// Whether the current word is completed.
        var isAtWord: Bool
    }

    /// The way in which an utterance ended.
    enum End: Equatable, Sendable {
        /// The utterance was completed.
        case said
        case cut(CancellationReason)
        /// The utterance continues later.
        case setAside(CancellationReason)
    }

    /// The maximum number of waiting texts of people.
    static let maxOfPeople = 32

    /// Whether speaking takes time.
    var isPaced: Bool
    /// The waiting utterances, the next one first.
    var waiting: [Utterance] = []
    /// The current utterance.
    private(set) var speaking: Utterance?
    /// The request to end the current utterance; `nil` if it continues.
    private(set) var cut: Cut?
    /// Whether texts of people and books wait because of a pause.
    var isHeld = false
    /// Whether the current utterance is paused. Announcements that begin later are not.
    var isSpeakingPaused = false
    /// Whether speech is muted.
    package internal(set) var isMuted = false
    private var count: UInt64 = 0

    init(isPaced: Bool) {
        self.isPaced = isPaced
    }

    /// Adds an utterance and returns the utterances that are dropped, which may include it.
    package mutating func add(_ added: Utterance, at time: Timestamp) -> [Dropped] {
        var utterance = added
        count += 1
        utterance.number = count
        if utterance.isBlank { return [Dropped(utterance: utterance, reason: .blank)] }
        if utterance.isOutdated(at: time) { return [Dropped(utterance: utterance, reason: .outdated)] }
        if isMuted, !utterance.isBook { return [Dropped(utterance: utterance, reason: .muted)] }
        if utterance.kind == .person, waiting.count(where: { $0.kind == .person }) >= Self.maxOfPeople {
            return [Dropped(utterance: utterance, reason: .queueFull)]
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

    /// Sets the time of the drive and returns the utterances that are too late.
    package mutating func advance(to time: Timestamp) -> [Dropped] {
        guard isPaced else { return [] }
        if isSpeakingPaused, let speaking, speaking.isOutdated(at: time) { end(as: .outdated, isAtWord: false) }
        return drop(as: .outdated) { $0.isOutdated(at: time) }
    }

    /// Handles the end of navigation: drops all announcements except the arrival.
    package mutating func stopNavigation() -> [Dropped] {
        guard isPaced else { return [] }
        if let speaking, speaking.isAnnouncement, !speaking.isArrival { end(as: .stopped, isAtWord: true) }
        return drop(as: .stopped) { $0.isAnnouncement && !$0.isArrival }
    }

    /// Handles leaving the route: drops waiting announcements of its maneuvers. A sentence that has begun is completed.
    package mutating func goOffRoute() -> [Dropped] {
        guard isPaced else { return [] }
        return drop(as: .offRoute) { $0.isAnnouncement && $0.subject != .offRoute && !$0.isArrival }
    }

    /// The next utterance; `nil` if there is none or another is being spoken.
    var upcoming: Utterance? { upcomingIndex.map { waiting[$0] } }

    private var upcomingIndex: Int? {
        guard speaking == nil, !isMuted else { return nil }
        return waiting.firstIndex { !isHeld || $0.isAnnouncement }
    }

    /// Removes the next utterance and makes it the current one.
    mutating func next() -> Utterance? {
        guard let index = upcomingIndex else { return nil }
        speaking = waiting.remove(at: index)
        cut = nil
        isSpeakingPaused = false
        return speaking
    }

    /// Handles the end of the current utterance.
    ///
    /// - Parameters:
    ///   - isComplete: Whether the utterance was completed.
    ///   - reached: The range of the last word that was begun.
    mutating func finish(isComplete: Bool, reached: Range<Int>? = nil) -> End {
        defer {
            speaking = nil
            cut = nil
        }
        guard let speaking, !isComplete else { return .said }
        let reason = cut?.reason ?? .noOutput
        guard reason == .noOutput || (reason == .interrupted && !speaking.isAnnouncement) else {
            return .cut(reason)
        }
        reinsert(speaking.continued(after: reached))
        return .setAside(reason)
    }

    /// Returns the current utterance to the queue, since it could not begin.
    mutating func requeue() {
        guard let speaking else { return }
        reinsert(speaking)
        self.speaking = nil
        cut = nil
    }

    /// Requests the end of the current utterance.
    mutating func end(as reason: CancellationReason, isAtWord: Bool) {
        guard speaking != nil else { return }
        // A final end stays final, and an immediate end never becomes one at a word.
        let isAtOnce = !isAtWord || cut?.isAtWord == false
        let isFinal = cut.map { $0.reason != .interrupted } ?? false
        cut = Cut(reason: isFinal ? cut?.reason ?? reason : reason, isAtWord: !isAtOnce)
    }

    /// Drops the waiting utterances that match.
    mutating func drop(as reason: CancellationReason, where isDropped: (Utterance) -> Bool) -> [Dropped] {
        let dropped = waiting.filter(isDropped).map { Dropped(utterance: $0, reason: reason) }
        waiting.removeAll(where: isDropped)
        return dropped
    }

    private mutating func insert(_ utterance: Utterance) {
        waiting.insert(utterance, at: waiting.firstIndex { $0.rank < utterance.rank } ?? waiting.endIndex)
    }

    /// Inserts an utterance that has begun before, ahead of others of the same rank.
    private mutating func reinsert(_ utterance: Utterance) {
        let index = isPaced ? waiting.firstIndex { $0.rank <= utterance.rank } ?? waiting.endIndex : 0
        waiting.insert(utterance, at: index)
    }

    /// Interrupts the current utterance for a more urgent one.
    ///
    /// A "now" interrupts at once: a word may take half a second, seven metres at 50 km/h. Other utterances wait for
    /// the end of the word, which sounds better.
    private mutating func interrupt(for utterance: Utterance) {
        guard let speaking else { return }
        if utterance.isAnnouncement, isSpeakingPaused { return end(as: .interrupted, isAtWord: false) }
        guard utterance.rank > speaking.rank else { return }
        if utterance.isNow { return end(as: .interrupted, isAtWord: false) }
        if !speaking.isAnnouncement { end(as: .interrupted, isAtWord: true) }
    }
}
