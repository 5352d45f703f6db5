/// How much a bus takes and queues; how much it keeps is for ``JournalSettings``.
public struct BusLimits: Sendable, Hashable {
    /// Bytes of the largest request, answer and event: routes travel in all three.
    public static let largestMessageBytes = 16 * 1024 * 1024
    /// Bytes of the largest event, leaving room for its snapshot around it.
    public static let largestEventBytes = largestMessageBytes - 1024 * 1024
    /// Sessions that may be opened at most. Each maps a few files, and the kernel lets a process map 65,530 of them.
    public static let largestMostSessions = 10_000
    /// Bytes of the name, the kind of effect and the text of the largest report: words for people. All that is reported is
    /// kept in the journal and sent to everybody. A picture has a limit of its own:
    /// ``NavigationEvents/ReportedPicture/largestBytes``.
    public static let largestReportBytes = 2048
    /// Bytes of the largest request in one frame; a larger one travels in parts.
    static let largestSmallRequestBytes = 64 * 1024
    /// Bytes of the largest frame of a request, with what encryption adds.
    static let largestSmallFrameBytes = largestSmallRequestBytes + 1024
    /// Bytes of large messages that wait for their peers to receive them, all together.
    static let maxQueuedBytes = 96 * 1024 * 1024
    /// Bytes of the largest subscription: a topic, never data.
    static let largestSubscriptionBytes = 128
    /// Bytes of the largest frame with which somebody with a key introduces itself: libzmq has one limit for all.
    static let largestIntroductionBytes = 512
    /// Subscriptions over one connection. Each costs libzmq some kilobytes whether it is applied or not; the kit makes
    /// eight.
    static let mostSubscriptions = 64
    /// Bytes and number of the events in one answer to ``Request/missed(_:)``; the client asks again for more.
    static let mostAnsweredBytes = 4 * 1024 * 1024
    static let mostAnsweredEvents = 1024

    /// Events queued for one subscriber before it loses some (and fetches them from the journal later).
    ///
    /// libzmq's own count of what was read lags by half of this, and by another millisecond of publishing: a
    /// subscriber 1,000 events behind already loses some at 4,000. 8,000 events of 700 bytes are 6 MB for a
    /// subscriber that is stopped.
    public var sendHighWater: Int
    /// Sessions that may be opened while the bus runs; fewer where the system has too few file descriptors.
    public var mostSessions: Int
    /// Bytes of memory beyond those at the start and those of the journal, above which connections are ended.
    var mostExtraBytes = 128 * 1024 * 1024
    /// Whether the process is the bus's alone: then the kernel bounds its memory too.
    public var boundsProcess = false

    /// Makes limits.
    public init(sendHighWater: Int = 8000, mostSessions: Int = BusLimits.largestMostSessions) {
        self.sendHighWater = max(sendHighWater, 1)
        self.mostSessions = min(max(mostSessions, 0), Self.largestMostSessions)
    }
}
