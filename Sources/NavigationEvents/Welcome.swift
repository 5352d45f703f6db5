/// The reply of the bus to ``Hello``: the endpoint of the events and the control's settings.
public struct Welcome: Sendable, Hashable {
    /// The run of the bus: ``Envelope/run``.
    public var run: UInt64
    /// ZeroMQ endpoint of the events.
    public var eventsEndpoint: String
    /// The control's section of the configuration; keys of nested tables are joined by dots ("voice.rate").
    public var settings: [String: SettingValue]
    /// The topics that the control may receive: all, unless the administrator restricts them.
    public var topics: [Topic]
    /// Permitted topics that only a later version knows.
    public var laterTopics: [String]
    /// Whether the bus has topics besides `topics`, of a later version or not permitted: their events are also counted
    /// in ``Envelope/sequence``. Such a bus lists the permitted topics.
    public var hasOtherTopics: Bool
    /// Whether the control is an observer: the bus refuses its reports and heartbeats.
    public var isListener: Bool
    /// Path of the socket at which the control may read the events from the memory of the bus; empty if it may not.
    public var ringPath: String

    /// Makes a reply. By default, the bus has other topics if `topics` are not all known ones.
    public init(
        run: UInt64, eventsEndpoint: String, settings: [String: SettingValue] = [:], topics: [Topic] = Topic.allCases,
        laterTopics: [String] = [], hasOtherTopics: Bool? = nil, isListener: Bool = false,
        ringPath: String = ""
    ) {
        self.run = run
        self.eventsEndpoint = eventsEndpoint
        self.settings = settings
        self.topics = topics
        self.laterTopics = laterTopics
        self.hasOtherTopics = hasOtherTopics ?? (topics != Topic.allCases || !laterTopics.isEmpty)
        self.isListener = isListener
        self.ringPath = ringPath
    }
}
