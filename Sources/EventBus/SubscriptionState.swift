import NavigationEvents

/// The state of a subscription, with the data that exists only in this state. Here are all of its transitions.
///
/// It begins with a snapshot, and is live from then on. Missed events are fetched at once; if the bus does not answer,
/// the subscription is repairing. If the events are gone, or another run has begun, it is resynchronizing: it continues
/// with the next snapshot.
enum SubscriptionState {
    /// Awaits the first snapshot, which begins the stream, since this time (monotonic nanoseconds).
    case joining(since: UInt64)
    /// Awaits the first snapshot since this time; the stream continues after a known cursor.
    case continuing(DeliveryOrder, since: UInt64)
    /// Each event follows the previous one.
    case live(DeliveryOrder)
    /// Missed events could not be requested: snapshots are requested until the bus answers.
    case repairing(DeliveryOrder)
    /// Awaits a snapshot since this time, because missed events are gone or another run has begun.
    case resynchronizing(DeliveryOrder, since: UInt64)

    /// The progress; `nil` before the first snapshot.
    var order: DeliveryOrder? {
        switch self {
        case .joining: nil
        case .live(let order), .repairing(let order), .continuing(let order, _), .resynchronizing(let order, _): order
        }
    }

    /// Time when the next snapshot was requested or became due; `nil` if none is awaited.
    var awaitingSince: UInt64? {
        switch self {
        case .joining(let since), .continuing(_, let since), .resynchronizing(_, let since): since
        case .live, .repairing: nil
        }
    }

    var isAwaitingSnapshot: Bool { awaitingSince != nil }
    /// Whether the first snapshot has not arrived.
    var isBeginning: Bool {
        switch self {
        case .joining, .continuing: true
        case .live, .repairing, .resynchronizing: false
        }
    }
    /// Whether missed events could not be requested.
    var isRepairing: Bool { if case .repairing = self { true } else { false } }

    // MARK: - Transitions

    /// Awaits a snapshot from now on. It takes the place of events that are still to be fetched.
    mutating func awaitSnapshot(_ now: UInt64) {
        switch self {
        case .joining: self = .joining(since: now)
        case .continuing(let order, _): self = .continuing(order, since: now)
        case .live(let order), .repairing(let order), .resynchronizing(let order, _):
            self = .resynchronizing(order, since: now)
        }
    }

    /// A snapshot of the same run has arrived. It does not end a repair: the missed events have to be fetched.
    mutating func snapshotArrived() {
        switch self {
        case .joining, .live, .repairing: break
        case .continuing(let order, _), .resynchronizing(let order, _): self = .live(order)
        }
    }

    /// All events up to this progress are delivered, or given up.
    mutating func reach(_ order: DeliveryOrder) { self = .live(order) }

    /// An attempt to fetch missed events has failed: the bus did not answer, or the events are gone.
    mutating func repairEnded(isAnswered: Bool) {
        guard let order else { return }
        self = isAnswered ? .live(order) : .repairing(order)
    }

    // MARK: - Progress

    /// Changes the progress in place; does nothing before the first snapshot. Its numbers are not copied, since this is
    /// called with every event.
    mutating func withOrder<Result>(_ change: (inout DeliveryOrder) -> Result) -> Result? {
        switch consume self {
        case .joining(let since):
            self = .joining(since: since)
            return nil
        case .continuing(var order, let since):
            defer { self = .continuing(order, since: since) }
            return change(&order)
        case .live(var order):
            defer { self = .live(order) }
            return change(&order)
        case .repairing(var order):
            defer { self = .repairing(order) }
            return change(&order)
        case .resynchronizing(var order, let since):
            defer { self = .resynchronizing(order, since: since) }
            return change(&order)
        }
    }
}
