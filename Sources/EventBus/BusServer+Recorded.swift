public import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Makes this the bus of a recording that is replayed as it is: before anything is published.
    ///
    /// What is reported to it from now on is heard by `onReport` and published to nobody, since the numbers of the events
    /// are given.
    ///
    /// - Parameter places: What comes before the first event of each session.
    public func beginReplay(behind places: [Session: StreamPlace]) {
        keepsReports = true
        for (session, place) in places {
            sessions[session]?.journal.begin(behind: JournalState(place))
        }
    }

    /// Publishes an event as it was recorded, byte for byte, with the numbers it had.
    ///
    /// - Parameters:
    ///   - envelope: The event.
    ///   - bytes: The same as it was published.
    /// - Returns: `false`, with nothing published, if it is not the next event of this run and its session.
    public func publish(recorded envelope: Envelope, bytes: [UInt8]) -> Bool {
        let topic = envelope.event.topic
        guard let transport, bytes.count <= BusLimits.largestEventBytes,
            let log = sessions[envelope.session], envelope.run == log.run,
            log.next(topic) == (envelope.sequence, envelope.topicSequence)
        else { return false }
        counters.published += 1
        bytes.withUnsafeBytes { bytes in
            log.append(bytes, topic: topic, nanoseconds: MonotonicInstant.now.nanoseconds)
            if !transport.send(bytes, topic: log.names.topics[topic.place]) { counters.failedSends += 1 }
        }
        return true
    }
}

extension JournalState {
    fileprivate init(_ place: StreamPlace) {
        self.init(
            sequence: place.sequence, topicSequences: Topic.allCases.map { place.topicSequences[$0] ?? 0 })
    }
}
