/// A set of topics.
package struct TopicSet: Sendable, Hashable {
    private var bits: UInt8 = 0

    /// Makes a set of these topics.
    package init(_ topics: [Topic]) {
        for topic in topics { bits |= 1 << UInt8(topic.index) }
    }

    /// Adds a topic.
    package mutating func insert(_ topic: Topic) { bits |= 1 << UInt8(topic.index) }

    /// Removes a topic.
    package mutating func remove(_ topic: Topic) { bits &= ~(1 << UInt8(topic.index)) }

    /// Whether a topic is in the set.
    package func contains(_ topic: Topic) -> Bool { bits & 1 << UInt8(topic.index) != 0 }
}
