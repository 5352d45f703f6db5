import Journal

/// The limits of a bus on sizes and queues. The limits of its journal are in ``JournalSettings``.
public struct BusLimits: Sendable, Hashable {
    /// Maximum bytes of a request, an answer and an event: all three may contain routes.
    public static let maxMessageBytes = maxEventBytes + 1024 * 1024
    /// Maximum bytes of an event. It leaves room for the snapshot that contains it.
    public static let maxEventBytes = EventJournal.maxEventBytes
    /// Maximum of ``maxSessions``. Each session maps a few files, and the kernel allows a process 65,530 mappings.
    public static let maxOpenedSessions = 10_000
    /// Maximum bytes of the name, the effect and the text of a report together. Every report is kept in the journal and
    /// sent to all subscribers. A picture has a limit of its own: ``NavigationEvents/ReportedPicture/maxBytes``.
    public static let maxReportBytes = 2048
    /// Maximum bytes of a request in one frame; a larger one is sent in parts.
    static let maxUnsplitRequestBytes = 64 * 1024
    /// Maximum bytes of a frame of a request, including what encryption adds.
    static let maxRequestFrameBytes = maxUnsplitRequestBytes + 1024
    /// Maximum bytes of all large messages together that wait for their peers to receive them.
    static let maxQueuedBytes = 96 * 1024 * 1024
    /// Maximum bytes of a subscription: it is a topic, never data.
    static let maxSubscriptionBytes = 128
    /// Maximum bytes of a frame of the handshake with a key: libzmq has one limit for all frames.
    static let maxHandshakeFrameBytes = 512
    /// Maximum number of subscriptions over one connection. Each costs libzmq some kilobytes whether it is applied or
    /// not. The kit makes eight.
    static let maxSubscriptions = 64
    /// Maximum bytes and number of the events in one answer to ``Request/missed(_:)``. The client asks again for more.
    static let maxAnsweredBytes = 4 * 1024 * 1024
    static let maxAnsweredEvents = 1024

    /// Maximum number of events queued for one subscriber before it loses some (and fetches them from the journal
    /// later).
    ///
    /// The count of libzmq lags by half of this, and by another millisecond of publishing: a subscriber that lags by
    /// 1,000 events already loses some at 4,000. 8,000 events of 700 bytes are 6 MB for a stalled subscriber.
    public var sendHighWater: Int
    /// Maximum number of sessions that may be opened while the bus runs; fewer if the system has too few file
    /// descriptors.
    public var maxSessions: Int
    /// Maximum bytes of memory beyond those at the start and those of the journal. Above it, connections are ended.
    var maxExtraBytes = 128 * 1024 * 1024
    /// Whether the process belongs to the bus alone: then the kernel limits its memory too.
    public var boundsProcess = false

    /// Makes limits.
    public init(sendHighWater: Int = 8000, maxSessions: Int = BusLimits.maxOpenedSessions) {
        self.sendHighWater = max(sendHighWater, 1)
        self.maxSessions = min(max(maxSessions, 0), Self.maxOpenedSessions)
    }
}
