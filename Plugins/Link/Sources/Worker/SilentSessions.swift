import EventCodec
import NavigationEvents
import Positions

/// Notices the sessions of a partition whose positions stop, and writes requests that let time pass in them. A value; time
/// is an argument, in seconds of the monotonic clock.
///
/// The clock decides only which requests are written to the log. Their effect follows from the log alone, like that of
/// all others: the bus refuses a time that does not come next, so a request that is written twice, late, or by a worker
/// without a lease does no harm, and one that is lost is followed by the next.
struct SilentSessions: Sendable {
    /// Time does not pass before this many seconds without a position, so that it does not overtake a slightly late one.
    private static let overdueSeconds = 1.5
    /// The interval at which time passes, seconds.
    private static let stepSeconds = 1.0

    /// A session with a position.
    private struct Known: Sendable {
        /// The newest time of the session in the log, and when it was read.
        var time: Timestamp
        var readAt: Double
        var positionTime: Timestamp
        /// When time passes next, unless a position comes.
        var dueAt: Double
    }

    private var known: [Session: Known] = [:]
    /// The sessions that are navigating: only in these, time has an effect.
    private var navigating: Set<Session> = []

    /// Takes a request that is carried out.
    mutating func take(_ request: Request, now: Double) {
        switch request {
        case .position(let session, let fix):
            // A receiver that hangs repeats its position, and its time with it.
            if known[session]?.positionTime == fix.time { return }
            known[session] = Known(
                time: fix.time, readAt: now, positionTime: fix.time, dueAt: now + Self.overdueSeconds)
        case .elapsed(let session, let time):
            // One of a former worker: the clock of this one began only when the position was repeated.
            guard var last = known[session], last.time.advanced(bySeconds: now - last.readAt) < time else { return }
            (last.time, last.readAt) = (time, now)
            known[session] = last
        case .restoreSession(let record):
            for envelope in record.snapshot.latest {
                switch envelope.event {
                case .gps(let fix): take(.position(record.snapshot.session, fix), now: now)
                case .navigationStarted: navigating.insert(record.snapshot.session)
                default: break
                }
            }
        case .closeSession(let session):
            known[session] = nil
            navigating.remove(session)
        default: break
        }
    }

    /// Takes an event: the beginning or the end of a navigation.
    mutating func take(eventOf topic: Substring, _ session: Session) {
        switch topic {
        case Topic.onNavigationStarted.rawValue[...]: navigating.insert(session)
        case Topic.onNavigationStopped.rawValue[...]: navigating.remove(session)
        default: break
        }
    }

    /// The requests that are due now, in as few lists as possible.
    mutating func due(now: Double) -> [RequestList] {
        var lists: [RequestList] = []
        for session in navigating {
            guard let last = known[session], now >= last.dueAt else { continue }
            known[session]?.dueAt = max(last.dueAt + Self.stepSeconds, now)
            let time = last.time.advanced(bySeconds: now - last.readAt)
            guard time.seconds(since: last.positionTime) <= PositionEvent.maxSilenceSeconds else { continue }
            let frame = RequestFrame(id: 0, request: .elapsed(session, time)).wireBytes()
            if lists.last?.hasRoom(for: frame.count) != true { lists.append(RequestList()) }
            lists[lists.count - 1].append(frame)
        }
        return lists
    }
}
