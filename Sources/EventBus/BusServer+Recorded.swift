import EventCodec
import Journal
public import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Makes this bus replay a recording unchanged. To be called before anything is published.
    ///
    /// From now on a report goes to `onReport` and is not published, since the numbers of the events are those of the
    /// recording.
    ///
    /// - Parameter cursors: The cursor before the first event of each session.
    public func beginReplay(after cursors: [Session: StreamCursor]) {
        keepsReports = true
        for (session, cursor) in cursors {
            sessions[session]?.journal.begin(after: JournalState(cursor))
        }
    }

    /// Publishes an event of a recording, byte for byte, with its recorded numbers.
    ///
    /// - Parameters:
    ///   - envelope: The event.
    ///   - bytes: The event as it was published.
    /// - Returns: `false`, and nothing is published, if it is not the next event of this run and its session.
    public func publish(recorded envelope: Envelope, bytes: [UInt8]) -> Bool {
        let topic = envelope.event.topic
        guard let transport, bytes.count <= BusLimits.maxEventBytes,
            let log = sessions[envelope.session], envelope.run == log.run,
            log.next(topic) == (envelope.sequence, envelope.topicSequence)
        else { return false }
        counters.published += 1
        bytes.withUnsafeBytes { bytes in
            log.append(bytes, topic: topic, nanoseconds: MonotonicInstant.now.nanoseconds)
            if !transport.send(bytes, topic: log.names.topics[topic.index]) { counters.failedSends += 1 }
        }
        return true
    }
}

extension JournalState {
    fileprivate init(_ cursor: StreamCursor) {
        self.init(
            sequence: cursor.sequence, topicSequences: Topic.allCases.map { cursor.topicSequences[$0] ?? 0 })
    }
}
