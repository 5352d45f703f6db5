import NavigationEvents

/// A set of topics.
struct TopicSet: Sendable, Hashable {
    private var bits: UInt8 = 0

    init(_ topics: [Topic]) {
        for topic in topics { bits |= 1 << UInt8(topic.index) }
    }

    mutating func insert(_ topic: Topic) { bits |= 1 << UInt8(topic.index) }

    mutating func remove(_ topic: Topic) { bits &= ~(1 << UInt8(topic.index)) }

    func contains(_ topic: Topic) -> Bool { bits & 1 << UInt8(topic.index) != 0 }
}
