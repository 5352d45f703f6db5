import NavigationEvents

/// Decides what is said next, what is cut short and what is not said at all. A pure value; time is that of the drive.
///
/// A sound server takes as long as the words do, so there urgent sentences come first and late ones are dropped. A
/// file takes no time: there every sentence is written, in order.
struct UtteranceQueue: Equatable, Sendable {
    /// Why a sentence is not said, or not to its end.
    enum Dismissal: String, Sendable {
        case outdated = "too late to be said"
        case superseded = "a later announcement of the same maneuver came first"
        case interrupted = "interrupted by a more urgent one"
        case stopped = "navigation was stopped"
        case astray = "the route was left"
    }

    /// A sentence that is dropped before its beginning.
    struct Dropped: Equatable, Sendable {
        var utterance: Utterance
        var dismissal: Dismissal
    }

    /// Whether saying takes time.
    let isPaced: Bool
    /// Sentences to be said, the next one first.
    private(set) var waiting: [Utterance] = []
    /// The one that is being said.
    private(set) var speaking: Utterance?
    /// Why the one that is being said is to end now; `nil` if it may go on.
    private(set) var cut: Dismissal?

    init(isPaced: Bool) {
        self.isPaced = isPaced
    }

    /// Takes a new sentence; gives those that are dropped for it.
    mutating func add(_ utterance: Utterance, at time: Timestamp) -> [Dropped] {
        guard !utterance.text.isEmpty else { return [] }
        guard utterance.expires ?? Timestamp(nanosecondsSinceEpoch: .max) > time else {
            return [Dropped(utterance: utterance, dismissal: .outdated)]
        }
        guard isPaced else {
            waiting.append(utterance)
            return []
        }
        let dropped =
            advance(to: time) + drop(as: .superseded) { $0.cue != nil && $0.cue?.identity == utterance.cue?.identity }
        let index = waiting.firstIndex { $0.priority < utterance.priority } ?? waiting.endIndex
        waiting.insert(utterance, at: index)
        if let speaking, utterance.cue?.stage == .now, utterance.priority > speaking.priority { cut = .interrupted }
        return dropped
    }

    /// Takes note of the time of the drive; gives the sentences that have become too late.
    mutating func advance(to time: Timestamp) -> [Dropped] {
        isPaced ? drop(as: .outdated) { $0.expires ?? Timestamp(nanosecondsSinceEpoch: .max) <= time } : []
    }

    /// Navigation has ended: only the arrival is still said.
    mutating func stopNavigation() -> [Dropped] {
        guard isPaced else { return [] }
        if let speaking, !speaking.isArrival { cut = .stopped }
        return drop(as: .stopped) { !$0.isArrival }
    }

    /// The route was left: what waits to be said of its maneuvers would mislead. A sentence that has begun is ended.
    mutating func leaveRoute() -> [Dropped] {
        isPaced ? drop(as: .astray) { $0.subject != .offRoute && !$0.isArrival } : []
    }

    /// The sentence to say now; `nil` if there is none, or one is being said.
    mutating func next() -> Utterance? {
        guard speaking == nil, !waiting.isEmpty else { return nil }
        speaking = waiting.removeFirst()
        cut = nil
        return speaking
    }

    /// The sentence that was being said has ended, one way or the other; gives why it was cut short, if it was.
    mutating func finish() -> Dismissal? {
        defer {
            speaking = nil
            cut = nil
        }
        return cut
    }

    private mutating func drop(as dismissal: Dismissal, where isDropped: (Utterance) -> Bool) -> [Dropped] {
        let dropped = waiting.filter(isDropped).map { Dropped(utterance: $0, dismissal: dismissal) }
        waiting.removeAll(where: isDropped)
        return dropped
    }
}
