/// The bus's answer to ``Hello``: where events are, and the control's settings.
public struct Welcome: Sendable, Hashable {
    /// The run of the bus.
    public var run: UInt64
    /// ZeroMQ endpoint to subscribe to.
    public var eventsEndpoint: String
    /// The control's section of the configuration; nested keys are joined by dots ("voice.rate").
    public var settings: [String: SettingValue]
    /// The topics that may be received; all of them unless an administrator has kept some back.
    public var topics: [Topic]
    /// Others that may be received, of a later version.
    public var laterTopics: [String]
    /// Whether the bus has others than `topics`, of a later version or kept back: their events have numbers of
    /// ``Envelope/sequence`` too. Such a bus names those that may be received.
    public var hasOtherTopics: Bool
    /// Whether it may only listen: the bus refuses its reports and signs of life.
    public var isListener: Bool

    /// Makes an answer. Unless it is told, a bus has other topics if these are not all that are known here.
    public init(
        run: UInt64, eventsEndpoint: String, settings: [String: SettingValue] = [:], topics: [Topic] = Topic.allCases,
        laterTopics: [String] = [], hasOtherTopics: Bool? = nil, isListener: Bool = false
    ) {
        self.run = run
        self.eventsEndpoint = eventsEndpoint
        self.settings = settings
        self.topics = topics
        self.laterTopics = laterTopics
        self.hasOtherTopics = hasOtherTopics ?? (topics != Topic.allCases || !laterTopics.isEmpty)
        self.isListener = isListener
    }
}
