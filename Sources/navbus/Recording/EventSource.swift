import NavigationEvents

/// An event as a recording holds it.
struct TapedEvent {
    /// What was published, byte for byte.
    var bytes: [UInt8]
    /// The same, read.
    var envelope: Envelope
}

/// Events in the order of publishing, that can be gone through more than once.
protocol EventSource {
    /// Begins at the first event.
    ///
    /// - Parameter topics: Which events are wanted; the others are passed over unread.
    func events(of topics: Set<Topic>) throws -> any EventCursor
}

/// A place among the events of an ``EventSource``.
protocol EventCursor {
    /// The next event; `nil` behind the last.
    mutating func next() throws -> TapedEvent?
}

extension EventSource {
    /// Goes through all events.
    func forEach(of topics: Set<Topic> = Set(Topic.allCases), _ body: (Envelope) throws -> Void) throws {
        var cursor = try events(of: topics)
        while let event = try cursor.next() { try body(event.envelope) }
    }
}
