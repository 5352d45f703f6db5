/// How much a bus keeps and queues. The defaults hold an hour of driving in a few megabytes.
public struct BusLimits: Sendable, Hashable {
    /// Bytes of the largest request, answer and event: routes travel in all three.
    public static let largestMessageBytes = 16 * 1024 * 1024
    /// Bytes of the largest event, leaving room for its snapshot around it.
    public static let largestEventBytes = largestMessageBytes - 1024 * 1024
    /// Bytes of the largest subscription: a topic, never data.
    static let largestSubscriptionBytes = 256
    /// Bytes and number of the events in one answer to ``Request/missed(_:)``; the client asks again for more.
    static let mostAnsweredBytes = 4 * 1024 * 1024
    static let mostAnsweredEvents = 1024

    /// Events of each topic kept for subscribers that missed some.
    public var journalEvents: Int
    /// Bytes of each topic kept likewise.
    public var journalBytes: Int
    /// Events queued for one subscriber before it loses some (and fetches them from the journal later).
    ///
    /// libzmq's own count of what was read lags by half of this, and by another millisecond of publishing: a
    /// subscriber 1,000 events behind already loses some at 4,000. 8,000 events of 700 bytes are 6 MB for a
    /// subscriber that is stopped.
    public var sendHighWater: Int

    /// Makes limits.
    public init(journalEvents: Int = 8192, journalBytes: Int = 4 * 1024 * 1024, sendHighWater: Int = 8000) {
        self.journalEvents = max(journalEvents, 1)
        self.journalBytes = max(journalBytes, 1)
        self.sendHighWater = max(sendHighWater, 1)
    }
}
