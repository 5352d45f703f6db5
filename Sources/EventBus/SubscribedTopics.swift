import EventCodec
import NavigationEvents

/// The topics, or beginnings of topics, to which the clients of all event sockets subscribe.
final class SubscribedTopics {
    private var counts: [[UInt8]: Int] = [:]
    /// Another number after each change.
    private(set) var change: UInt64 = 1

    /// All of them.
    var all: Set<[UInt8]> { Set(counts.keys) }

    /// Adds a subscription of a client.
    func add(_ topic: [UInt8]) {
        counts[topic, default: 0] += 1
        change += 1
    }

    /// Removes one.
    func remove(_ topic: [UInt8]) {
        guard let count = counts[topic] else { return }
        counts[topic] = count > 1 ? count - 1 : nil
        change += 1
    }

    /// The topics of a session to which someone subscribes.
    func topics(of names: WireNames) -> TopicSet {
        TopicSet(Topic.allCases.filter { topic in counts.keys.contains { names.topics[topic.index].starts(with: $0) } })
    }
}
