/// What a bus counts of itself: mostly what went wrong. Zero counters are shown too.
struct BusCounters {
    /// Events published.
    var published: UInt64 = 0
    /// Requests answered or taken note of.
    var requests: UInt64 = 0
    /// Requests whose bytes could not be read.
    var malformedRequests: UInt64 = 0
    /// Requests that came faster than they could be handled.
    var refusedRequests: UInt64 = 0
    /// Subscriptions that are none.
    var malformedSubscriptions: UInt64 = 0
    /// Subscriptions to topics this bus does not have.
    var unknownTopics: UInt64 = 0
    /// Events of sessions this bus does not have.
    var unknownSessions: UInt64 = 0
    /// Events too large to travel.
    var oversizedEvents: UInt64 = 0
    /// Sends that libzmq refused; answers that their asker did not fetch among them.
    var failedSends: UInt64 = 0
    /// Snapshots sent to those who joined.
    var snapshots: UInt64 = 0
    /// Events sent again to subscribers that had missed them.
    var resentEvents: UInt64 = 0
    /// Events asked for again that the journal no longer had.
    var goneEvents: UInt64 = 0

    /// Times somebody asked for missed events.
    var repairRequests: UInt64 = 0
    /// Reports that were sent again though they had been published.
    var repeatedReports: UInt64 = 0
    /// Controls that said that they are alive.
    var heartbeats: UInt64 = 0
    /// Sessions that were opened and closed over the request channel.
    var openedSessions: UInt64 = 0
    var closedSessions: UInt64 = 0
    /// Sessions of the bus before that this one did not open, or that began anew: their files were of no use, or there was
    /// no room.
    var lostSessions: UInt64 = 0
    /// Positions over the request channel that were not taken.
    var refusedPositions: UInt64 = 0
    /// Headings that nobody took, or that could not be.
    var refusedHeadings: UInt64 = 0
    /// Pieces of the journal that should be in a file and are in memory alone.
    var journalFallbacks: UInt64 = 0

    /// Who was kept out or turned down.
    var access = AccessCounters()

    /// By name, as in ``NavigationEvents/BusStatus``.
    var byName: [String: UInt64] {
        let own: [String: UInt64] = [
            "published": published,
            "requests": requests,
            "malformed_requests": malformedRequests,
            "refused_requests": refusedRequests,
            "malformed_subscriptions": malformedSubscriptions,
            "unknown_topics": unknownTopics,
            "unknown_sessions": unknownSessions,
            "oversized_events": oversizedEvents,
            "failed_sends": failedSends,
            "snapshots": snapshots,
            "resent_events": resentEvents,
            "gone_events": goneEvents,
            "repair_requests": repairRequests,
            "repeated_reports": repeatedReports,
            "heartbeats": heartbeats,
            "journal_fallbacks": journalFallbacks,
            "opened_sessions": openedSessions,
            "closed_sessions": closedSessions,
            "lost_sessions": lostSessions,
            "refused_positions": refusedPositions,
            "refused_headings": refusedHeadings,
        ]
        return own.merging(access.byName) { own, _ in own }
    }
}
