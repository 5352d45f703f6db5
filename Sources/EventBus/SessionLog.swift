import EventCodec
import NavigationEvents

/// What a bus keeps of one session: its numbers, and its latest events for those who come late or missed some.
struct SessionLog {
    let session: Session
    let names: WireNames
    private(set) var sequence: UInt64 = 0
    private var rings: [EventRing]
    private(set) var isNavigating = false
    /// Whether the newest onNavigation belongs to the present navigation.
    private var hasGuidance = false

    init(_ session: Session, limits: BusLimits) {
        self.session = session
        names = WireNames(session)
        rings = Topic.allCases.map { _ in
            EventRing(mostEvents: limits.journalEvents, mostBytes: limits.journalBytes)
        }
    }

    /// The numbers that the next event of a topic gets.
    func next(_ topic: Topic) -> (sequence: UInt64, topicSequence: UInt64) {
        (sequence + 1, rings[topic.place].newest + 1)
    }

    /// Keeps an event that was given the next numbers.
    mutating func append(_ bytes: UnsafeRawBufferPointer, topic: Topic) {
        sequence += 1
        rings[topic.place].append(bytes)
        switch topic {
        case .onNavigationStarted: (isNavigating, hasGuidance) = (true, false)
        case .onNavigation: hasGuidance = isNavigating
        case .onNavigationStopped: (isNavigating, hasGuidance) = (false, false)
        case .onGPS, .onControl: break
        }
    }

    /// The kept events among those missed, as many as fit into one answer.
    ///
    /// When the first ones are gone already, it is only the oldest one kept: enough to see that, and who wants the
    /// rest all the same asks on. A flooded subscriber must not cost the bus a thousand events each time it asks.
    func kept(_ missed: MissedEvents) throws(WireError) -> [Envelope] {
        var answer: [Envelope] = []
        var size = 0
        let ring = rings[missed.topic.place]
        var number = max(missed.first, ring.oldest)
        let most = number > max(missed.first, 1) ? 1 : BusLimits.mostAnsweredEvents
        while number <= min(missed.last, ring.newest), answer.count < most,
            let bytes = ring.event(number), answer.isEmpty || size + bytes.count <= BusLimits.mostAnsweredBytes
        {
            answer.append(try Envelope(wireBytes: bytes))
            size += bytes.count
            number += 1
        }
        return answer
    }

    /// The newest number of each topic that has had events.
    var topicSequences: [Topic: UInt64] {
        var numbers: [Topic: UInt64] = [:]
        for topic in Topic.allCases where rings[topic.place].newest > 0 { numbers[topic] = rings[topic.place].newest }
        return numbers
    }

    /// The present state; without events it is a heartbeat.
    func snapshot(run: UInt64, withEvents: Bool) throws(WireError) -> Snapshot {
        var latest: [Envelope] = []
        if withEvents {
            var topics: [Topic] = [.onGPS]
            if isNavigating { topics.append(.onNavigationStarted) }
            if hasGuidance { topics.append(.onNavigation) }
            for topic in topics {
                let ring = rings[topic.place]
                if let bytes = ring.event(ring.newest) { latest.append(try Envelope(wireBytes: bytes)) }
            }
            latest.sort { $0.sequence < $1.sequence }
        }
        return Snapshot(
            run: run, session: session, sequence: sequence, topicSequences: topicSequences, latest: latest)
    }
}
