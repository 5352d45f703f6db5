public import NavigationEvents

extension Welcome: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.fixed64(1, "run", run)
        sink.string(2, "eventsEndpoint", eventsEndpoint)
        sink.map(3, "settings", settings)
        if topics != Topic.allCases { sink.message(4, "topics", TopicList(topics)) }
        sink.bool(5, "isListener", isListener)
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var run: UInt64 = 0
        var eventsEndpoint: String = ""
        var settings: [String: SettingValue] = [:]
        // An older bus keeps no topic back and says nothing of them.
        var topics = Topic.allCases
        var isListener = false
        while let field = try reader.nextField() {
            switch field {
            case 1: run = try reader.fixed64("run")
            case 2: eventsEndpoint = try reader.string("eventsEndpoint")
            case 3: try reader.entry("settings", of: &settings)
            case 4:
                let list: TopicList = try reader.message("topics")
                topics = list.topics
            case 5: isListener = try reader.bool("isListener")
            default: try reader.skip()
            }
        }
        self.init(
            run: run, eventsEndpoint: eventsEndpoint, settings: settings, topics: topics, isListener: isListener)
    }
}

/// Some of the topics; those of a later version are left out, since this one cannot subscribe to them.
struct TopicList: DescribedMessage {
    var topics: [Topic]

    init(_ topics: [Topic]) { self.topics = topics }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.strings(1, "topics", topics.map(\.rawValue))
    }

    init(from reader: inout WireReader) throws(WireError) {
        topics = []
        while let field = try reader.nextField() {
            switch field {
            case 1: if let topic = try Topic(rawValue: reader.string("topics")) { topics.append(topic) }
            default: try reader.skip()
            }
        }
    }
}
