public import NavigationEvents

extension Welcome: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.fixed64(1, "run", run)
        sink.string(2, "eventsEndpoint", eventsEndpoint)
        sink.map(3, "settings", settings)
        if hasOtherTopics || topics != TopicList.unnamed {
            sink.message(4, "topics", TopicList(topics, laterTopics))
        }
        sink.bool(5, "isListener", isListener)
        sink.string(6, "ringPath", ringPath)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var run: UInt64 = 0
        var eventsEndpoint: String = ""
        var settings: [String: SettingValue] = [:]
        var topics = TopicList.unnamed
        var laterTopics: [String] = []
        var hasOtherTopics = false
        var isListener = false
        var ringPath = ""
        while let field = try reader.nextField() {
            switch field {
            case 1: run = try reader.fixed64("run")
            case 2: eventsEndpoint = try reader.string("eventsEndpoint")
            case 3: try reader.entry("settings", of: &settings)
            case 4:
                let list: TopicList = try reader.message("topics")
                topics = list.topics
                laterTopics = list.laterTopics
                hasOtherTopics = true
            case 5: isListener = try reader.bool("isListener")
            case 6: ringPath = try reader.string("ringPath")
            default: try reader.skip()
            }
        }
        self.init(
            run: run, eventsEndpoint: eventsEndpoint, settings: settings, topics: topics, laterTopics: laterTopics,
            hasOtherTopics: hasOtherTopics, isListener: isListener, ringPath: ringPath)
    }
}

/// A list of topics. This version cannot subscribe to those of a later version.
struct TopicList: DescribedMessage {
    /// The topics of a bus that names none. This list never grows: a client that knows no other topics could not decide
    /// from the numbers of a session whether an event of another topic or one of its own is missing. A bus with more
    /// topics names those that a client may receive, even if they are these.
    static let unnamed: [Topic] = [
        .onGPS, .onNavigation, .onNavigationStarted, .onNavigationStopped, .onControl, .onCommand, .onHeading,
    ]

    var topics: [Topic]
    var laterTopics: [String]

    init(_ topics: [Topic], _ laterTopics: [String] = []) {
        self.topics = topics
        self.laterTopics = laterTopics
    }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.strings(1, "topics", topics.map(\.rawValue) + laterTopics)
    }

    init(from reader: inout WireReader) throws(WireError) {
        topics = []
        laterTopics = []
        while let field = try reader.nextField() {
            switch field {
            case 1:
                let name = try reader.string("topics")
                if let topic = Topic(rawValue: name) { topics.append(topic) } else { laterTopics.append(name) }
            default: try reader.skip()
            }
        }
    }
}
