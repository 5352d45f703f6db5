package import EventBus
package import NavigationEvents

extension BusServer {
    /// Number of the newest events of a topic to search: more than one input causes, plus later reports.
    private static let tailEvents: UInt64 = 256

    /// The event of a topic with this sequence number in the journal; `nil` if there is none.
    ///
    /// The events are read one at a time, newest first: several routes together exceed the size of one reply of the
    /// journal. A search by number alone does not suffice, since reports may have arrived since the bus started.
    func published(_ topic: Topic, of session: Session, under sequence: UInt64) -> Envelope? {
        let newest = cursor(of: session)?.topicSequences[topic] ?? 0
        for back in 0..<min(newest, Self.tailEvents) {
            guard let found = event(topic, of: session, behind: newest - back - 1), found.sequence >= sequence else {
                return nil
            }
            if found.sequence == sequence { return found }
        }
        return nil
    }

    /// The newest event of a topic; `nil` if there is none.
    package func newest(_ topic: Topic, of session: Session) -> Envelope? {
        newestEvent(topic, of: session)
    }

    private func event(_ topic: Topic, of session: Session, behind topicSequence: UInt64) -> Envelope? {
        keptEvents(topic, session: session, after: topicSequence, most: 1).first
    }
}
