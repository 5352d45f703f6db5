import NavigationEvents
import Positions

/// Something that moves a drive on. All that guidance and filter ever learn is one of these: the same inputs give the
/// same events, bit by bit.
enum DriveInput: Sendable, Hashable {
    /// The source of positions is read from its beginning.
    case begun
    /// Somebody asked for a route.
    case started(Route)
    /// Somebody asked to stop.
    case stopped
    /// The source told a position, as it was received.
    case fix(Fix)
    /// The source told that time passes.
    case elapsed(Timestamp)
    /// The source told what is wrong.
    case problem(ReportKind, String)
    /// The source came to its end.
    case ended
    /// A position came over the request channel.
    case position(Fix)
    /// A router answered what guidance had asked for. One that is followed becomes `rerouted`.
    case answered(RouteAnswer)
    /// The route that a router answered is followed.
    case rerouted(Route)
    /// The loop has something to tell.
    case told(ReportKind, String)

    /// What a source tells, as an input; `nil` for a heading, which moves nothing on by itself.
    init?(_ event: PositionEvent) {
        switch event {
        case .fix(let fix): self = .fix(fix)
        case .elapsed(let time): self = .elapsed(time)
        case .problem(.reconnected(let address)): self = .problem(.note, "\(address) answers again")
        case .problem(let problem): self = .problem(.warning, "failed to \(problem)")
        case .ended: self = .ended
        case .heading: return nil
        }
    }

    /// Whether the source told it: these are counted, so that a recording goes on where it was left.
    var isFromSource: Bool {
        switch self {
        case .fix, .elapsed, .problem, .ended: true
        case .begun, .started, .stopped, .position, .answered, .rerouted, .told: false
        }
    }

    /// Whether navigation begins anew, and does not go on along another route.
    var isFreshStart: Bool {
        if case .started(let route) = self { route.reason != .rerouted && route.reason != .replaced } else { false }
    }
}
