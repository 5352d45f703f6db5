import EventCodec
import NavigationEvents

/// Writes the request `checkpoint` for each session of a partition from time to time. A value; time is an argument, in seconds
/// of the monotonic clock.
///
/// The clock decides only which requests are written to the log. All workers carry them out at the same place of the log.
struct Checkpoints: Sendable {
    let intervalSeconds: Double
    private var dueAt: [Session: Double] = [:]
    /// The sessions with requests since their last checkpoint.
    private var changed: Set<Session> = []

    init(everySeconds interval: Double) { intervalSeconds = interval }

    /// Takes a request that is carried out.
    mutating func take(_ request: Request, now: Double) {
        switch request {
        case .openSession(let session): begin(session, now: now)
        case .restoreSession(let record): begin(record.snapshot.session, now: now)
        case .checkpoint(let session):
            dueAt[session] = now + intervalSeconds
            changed.remove(session)
        case .closeSession(let session):
            dueAt[session] = nil
            changed.remove(session)
        case .position(let session, _), .elapsed(let session, _): changed.insert(session)
        default: break
        }
    }

    /// Sessions that are taken over together are not due together.
    private mutating func begin(_ session: Session, now: Double) {
        if dueAt[session] == nil { dueAt[session] = now + intervalSeconds * .random(in: 0.5...1) }
    }

    /// The requests that are due now, in as few lists as possible.
    mutating func due(now: Double) -> [RequestList] {
        var lists: [RequestList] = []
        for session in changed where dueAt[session].map({ now >= $0 }) == true {
            dueAt[session] = now + intervalSeconds
            let frame = RequestFrame(id: 0, request: .checkpoint(session)).wireBytes()
            if lists.last?.hasRoom(for: frame.count) != true { lists.append(RequestList()) }
            lists[lists.count - 1].append(frame)
        }
        return lists
    }
}
