import EventBus
import NavigationEvents

/// The latest fix that a bus keeps of a session.
enum PresentPosition {
    /// Slower than this, a course says nothing.
    private static let leastSpeed = 1.0
    private static let patience = Duration.seconds(3)
    /// Who was somewhere longer ago is somewhere else by now.
    static let mostAgeSeconds = 60.0

    /// How long ago the last fix came; `nil` if there was none since the bus began, or if it knows no such session.
    static func age(of session: Session, _ client: BusClient) throws(BusError) -> Double? {
        guard case .status(let status) = try client.request(.status, timeout: patience) else {
            throw .unexpectedAnswer(to: "status")
        }
        return status.sessions.first { $0.session == session }?.fixAgeSeconds
    }

    /// The fix; `nil` if there was none yet.
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
            guard case .events(let events, _) = try client.request(.missed(missed), timeout: patience) else {
                throw .unexpectedAnswer(to: "missed events")
            }
            return events
        } catch {
            // Nothing is kept where nothing has been.
            if case .refused(let refusal) = error, refusal.code == .unavailable { return [] }
            throw error
        }
    }

    /// The direction one is moving in; `nil` while one stands.
    static func course(of fix: Fix) -> Double? {
        (fix.speedMetersPerSecond ?? 0) >= leastSpeed ? fix.courseDegrees : nil
    }
}
