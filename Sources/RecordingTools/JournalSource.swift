import EventBus
import EventCodec
package import NavigationEvents

/// The events in the journal of a running bus, in their order.
package struct JournalSource: EventSource {
    let endpoint: String
    let session: Session

    /// Names the journal of a session.
    ///
    /// - Parameters:
    ///   - endpoint: The request endpoint of the bus.
    ///   - session: The session.
    package init(endpoint: String, session: Session) {
        self.endpoint = endpoint
        self.session = session
    }

    package func events(of topics: Set<Topic>) throws -> any EventCursor {
        let client = try BusClient(ofRunningBusAt: endpoint)
        var kept: [Envelope] = []
        for topic in Topic.allCases where topics.contains(topic) {
            // 0 is the oldest event of the journal.
            var first: UInt64 = 0
            while case .events(let part, let unknown) = try client.request(
                .missed(MissedEvents(session: session, topic: topic, first: first, last: .max))),
                let last = (part.map(\.numbers) + unknown).map(\.topicSequence).max()
            {
                kept += part
                first = last &+ 1
            }
        }
        return ListCursor(kept.sorted { $0.sequence < $1.sequence })
    }
}

/// A cursor over events in memory.
struct ListCursor: EventCursor {
    private var rest: ArraySlice<Envelope>

    init(_ events: [Envelope]) { rest = events[...] }

    mutating func next() -> StoredEvent? {
        rest.popFirst().map { StoredEvent(bytes: $0.wireBytes(), envelope: $0) }
    }
}
