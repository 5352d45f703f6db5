/// The counters of a bus, mostly of errors; its parts share them. Zeros are shown too.
final class BusCounters {
    /// Events published.
    var published: UInt64 = 0
    /// Requests answered or recorded.
    var requests: UInt64 = 0
    /// Requests whose bytes could not be read.
    var malformedRequests: UInt64 = 0
    /// Requests that were refused because too many waited for the handler.
    var refusedRequests: UInt64 = 0
    /// Messages on the events socket that are no subscriptions.
    var malformedSubscriptions: UInt64 = 0
    /// Subscriptions to topics that this bus does not have.
    var unknownTopics: UInt64 = 0
    /// Events of sessions that this bus does not have.
    var unknownSessions: UInt64 = 0
    /// Events too large to send.
    var oversizedEvents: UInt64 = 0
    /// Messages that libzmq refused to send, including answers that the client did not receive.
    var failedSends: UInt64 = 0
    /// Snapshots sent to clients that joined.
    var snapshots: UInt64 = 0
    /// Events sent again to subscribers that had missed them.
    var resentEvents: UInt64 = 0
    /// Missed events that the journal no longer had.
    var goneEvents: UInt64 = 0

    /// Requests for missed events.
    var repairRequests: UInt64 = 0
    /// Reports that arrived again after they had been published.
    var repeatedReports: UInt64 = 0
    /// Heartbeats of controls.
    var heartbeats: UInt64 = 0
    /// Sessions that were opened and closed with requests.
    var openedSessions: UInt64 = 0
    var closedSessions: UInt64 = 0
    /// Sessions of the previous bus that this one did not open, or that began a new run: their files were unusable, or
    /// there was no room.
    var lostSessions: UInt64 = 0
    /// Positions in requests that were refused.
    var refusedPositions: UInt64 = 0
    /// Headings in requests that were refused.
    var refusedHeadings: UInt64 = 0
    /// Readings of motion sensors in requests that were refused.
    var refusedMotions: UInt64 = 0
    /// Times without a position in requests that were refused.
    var refusedElapsed: UInt64 = 0
    /// Segments of the journal that should be in a file and are only in memory.
    var journalFallbacks: UInt64 = 0

    /// The counters of refusals.
    var access = AccessCounters()

    /// The counters by their names in ``NavigationEvents/BusStatus``.
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
            "refused_motions": refusedMotions,
            "refused_elapsed": refusedElapsed,
        ]
        return own.merging(access.byName) { own, _ in own }
    }
}
