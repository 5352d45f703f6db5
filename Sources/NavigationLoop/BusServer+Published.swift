import EventBus
import NavigationEvents

extension BusServer {
    /// Events of a topic that are looked at: more than one input has, and reports since then.
    private static let tailEvents: UInt64 = 256

    /// The event of a topic that has this number in the journal; `nil` if there is none.
    ///
    /// One after another, the newest first: many routes together are more than the journal hands out at once. The number
    /// alone would not do: reports may have come in since the bus is up.
    func published(_ topic: Topic, of session: Session, under sequence: UInt64) -> Envelope? {
        let newest = place(of: session)?.topicSequences[topic] ?? 0
        for back in 0..<min(newest, Self.tailEvents) {
            guard let found = event(topic, of: session, behind: newest - back - 1), found.sequence >= sequence else {
                return nil
            }
            if found.sequence == sequence { return found }
        }
        return nil
    }

    /// The newest event of a topic; `nil` if there has been none.
    func newest(_ topic: Topic, of session: Session) -> Envelope? {
        let newest = place(of: session)?.topicSequences[topic] ?? 0
        return newest == 0 ? nil : event(topic, of: session, behind: newest - 1)
    }

    private func event(_ topic: Topic, of session: Session, behind topicSequence: UInt64) -> Envelope? {
        keptEvents(topic, session: session, after: topicSequence, most: 1).first
    }
}
