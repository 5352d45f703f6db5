import EventBus
import NavigationEvents
import Platform

/// The sessions of a fleet on a bus that shows all of them. Used on the thread of the bus.
final class FollowedSessions: @unchecked Sendable {
    /// Seconds without an event after which a session is closed here.
    private static let silenceSeconds = 600.0

    private struct Followed {
        var run: UInt64 = 0
        var topicSequences: [Topic: UInt64] = [:]
        var heardAt = 0.0
    }

    private var sessions: [Session: Followed] = [:]

    /// Publishes an event, unless it was published before.
    func publish(_ envelope: Envelope, _ bus: isolated BusServer) {
        let (session, topic) = (envelope.session, envelope.event.topic)
        var known = sessions[session] ?? Followed()
        if envelope.run > known.run { known = Followed(run: envelope.run) }
        guard envelope.run == known.run, envelope.topicSequence > known.topicSequences[topic] ?? 0,
            (try? bus.open(session)) != nil
        else { return }
        known.topicSequences[topic] = envelope.topicSequence
        known.heardAt = MonotonicInstant.now.seconds
        sessions[session] = known
        bus.publish(envelope.event, session: session, tick: envelope.tick)
    }

    /// Closes the sessions without an event for a long time.
    func closeSilent(_ bus: isolated BusServer) {
        let silentSince = MonotonicInstant.now.seconds - Self.silenceSeconds
        for (session, known) in sessions where known.heardAt < silentSince {
            sessions[session] = nil
            bus.close(session)
        }
    }
}
