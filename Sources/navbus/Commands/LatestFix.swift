import EventBus
import NavigationEvents

/// The latest fix of a session, from the journal of the bus.
enum LatestFix {
    private static let timeout = Duration.seconds(3)

    /// The age of the last fix in seconds; `nil` if the bus has none, or does not know the session.
    static func age(of session: Session, _ client: BusClient) throws(BusError) -> Double? {
        guard case .status(let status) = try client.request(.status, timeout: timeout) else {
            throw .unexpectedAnswer(to: "status")
        }
        return status.sessions.first { $0.session == session }?.fixAgeSeconds
    }

    /// The latest fix; `nil` if there is none yet.
    static func fix(of session: Session, _ client: BusClient) throws(BusError) -> Fix? {
        var latest: Envelope?
        while true {
            let next = latest.map { $0.topicSequence.adding(clamped: 1) } ?? 0
            let missed = MissedEvents(session: session, topic: .onGPS, first: next, last: .max)
            guard let last = try events(missed, client).last, last.topicSequence >= next else { break }
            latest = last
        }
        guard case .gps(let fix)? = latest?.event else { return nil }
        return fix
    }

    private static func events(_ missed: MissedEvents, _ client: BusClient) throws(BusError) -> [Envelope] {
        do throws(BusError) {
            guard case .events(let events, _) = try client.request(.missed(missed), timeout: timeout) else {
                throw .unexpectedAnswer(to: "missed events")
            }
            return events
        } catch {
            // A journal without events of this topic is no error.
            if case .refused(let refusal) = error, refusal.code == .unavailable { return [] }
            throw error
        }
    }
}
