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
    /// Others that the bus names, of a later version: their events have numbers of ``Envelope/sequence`` too.
    public var laterTopics: [String]
    /// Whether it may only listen: the bus refuses its reports and signs of life.
    public var isListener: Bool

    /// Makes an answer.
    public init(
        run: UInt64, eventsEndpoint: String, settings: [String: SettingValue] = [:], topics: [Topic] = Topic.allCases,
        laterTopics: [String] = [], isListener: Bool = false
    ) {
        self.run = run
        self.eventsEndpoint = eventsEndpoint
        self.settings = settings
        self.topics = topics
        self.laterTopics = laterTopics
        self.isListener = isListener
    }
}
