import EventCodec
import NavigationEvents
import Testing

@testable import Journal

/// A journal of one session, used as by a bus.
final class WrittenJournal {
    private var opened: JournalOpening?

    init(_ settings: JournalSettings) {
        opened = JournalOpener(settings: settings, sessions: [.main], run: nil).open()
    }

    var opening: JournalOpening {
        guard let opened else { preconditionFailure("it has died") }
        return opened
    }

    var journal: EventJournal { opening.own[0].journal }

    /// A killed process leaves what its files contain.
    func die() { opened = nil }

    @discardableResult
    func append(_ event: Event, nanoseconds: UInt64 = 0) -> Envelope {
        let numbers = journal.next(event.topic)
        let envelope = Envelope(
            run: opening.run, sequence: numbers.sequence, topicSequence: numbers.topicSequence, session: .main,
            monotonicNanoseconds: nanoseconds, publishedAt: Timestamp(nanosecondsSinceEpoch: 1), tick: 0, event: event)
        envelope.wireBytes().withUnsafeBytes { journal.append($0, topic: event.topic, nanoseconds: nanoseconds) }
        return envelope
    }

    /// All kept events, in order.
    var events: [Envelope] {
        Topic.allCases.flatMap { topic in
            (journal.oldest(topic)..<journal.newest(topic) + 1).compactMap { number in
                journal.withEvent(topic, number) { bytes in
                    do {
                        return try Envelope(wireBytes: bytes)
                    } catch {
                        Issue.record("\(topic) \(number): \(error)")
                        return nil
                    }
                } ?? nil
            }
        }.sorted { $0.sequence < $1.sequence }
    }

    func hasNewestOfEachTopic(_ all: [Envelope]) -> Bool {
        Topic.allCases.allSatisfy { topic in
            guard let newest = all.last(where: { $0.event.topic == topic }) else { return true }
            return journal.newest(topic) == newest.topicSequence && journal.oldest(topic) <= newest.topicSequence
                && journal.withEvent(topic, newest.topicSequence) { $0.elementsEqual(newest.wireBytes()) } == true
        }
    }
}
