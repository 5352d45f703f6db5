package import NavigationEvents

/// An event of a recording, encoded and decoded.
package struct StoredEvent {
    /// The published bytes.
    var bytes: [UInt8]
    /// The decoded event.
    var envelope: Envelope
}

/// A sequence of events in the order of publishing, which can be read several times.
package protocol EventSource {
    /// Returns a cursor at the first event.
    ///
    /// - Parameter topics: The topics to read; other events are skipped without decoding.
    func events(of topics: Set<Topic>) throws -> any EventCursor
}

/// A position in the events of an ``EventSource``.
package protocol EventCursor {
    /// The next event; `nil` after the last one.
    mutating func next() throws -> StoredEvent?
}

extension EventSource {
    /// Reads all events of some topics.
    package func forEach(of topics: Set<Topic> = Set(Topic.allCases), _ body: (Envelope) throws -> Void) throws {
        var cursor = try events(of: topics)
        while let event = try cursor.next() { try body(event.envelope) }
    }
}
