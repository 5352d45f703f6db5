import NavigationEvents
import Positions

/// An input of a drive. Guidance and filter depend on nothing else: the same inputs give exactly the same events.
enum DriveInput: Sendable, Hashable {
    /// The source of positions is started from its beginning.
    case begun
    /// A person or program requested a route.
    case started(Route)
    /// A person or program requested a stop.
    case stopped
    /// The source sent a position, as received.
    case fix(Fix)
    /// Time has passed without a position, by the source's own clock or by that of the loop.
    case elapsed(Timestamp)
    /// The source reported a problem.
    case problem(ReportKind, String)
    /// The source ended.
    case ended
    /// A position arrived over the request socket.
    case position(Fix)
    /// A router answered a request of guidance. An answer that is followed becomes `rerouted`.
    case answered(RouteAnswer)
    /// The route of a router's answer is followed.
    case rerouted(Route)
    /// A person or program requested that the next stopover is skipped.
    case skipped
    /// A reading of motion sensors arrived over the request socket.
    case motion(MotionReading)
    /// A speech control reported how long its announcements take.
    case speech(SpeechDurations)
    /// No position has come for too long; the next position ends the silence.
    case silenced(seconds: UInt32)
    /// The loop reports something to people.
    case reported(ReportKind, String)

    /// The input for an event of a source; `nil` for a heading, which does not change the drive by itself.
    init?(_ event: PositionEvent) {
        switch event {
        case .fix(let fix): self = .fix(fix)
        case .elapsed(let time): self = .elapsed(time)
        case .problem(.reconnected(let address)): self = .problem(.note, "\(address) answers again")
        case .problem(.found(let source, let rejected)):
            let others = rejected.isEmpty ? "" : "; not from " + rejected.joined(separator: "; ")
            self = .problem(.note, "positions come from \(source)\(others)")
        case .problem(let problem): self = .problem(.warning, "failed to \(problem)")
        case .ended: self = .ended
        case .heading: return nil
        }
    }

    /// Whether the input comes from the source: these are counted, so that a recording resumes at the right
    /// event. With a recording or a simulation, time passes by the source alone.
    var isFromSource: Bool {
        switch self {
        case .fix, .elapsed, .problem, .ended: true
        case .begun, .started, .stopped, .position, .answered, .rerouted, .skipped, .motion, .speech, .silenced,
            .reported:
            false
        }
    }

    /// Whether it is a position, from whichever source.
    var isFix: Bool {
        switch self {
        case .fix, .position: true
        default: false
        }
    }

    /// Whether a new navigation begins, rather than continues along another route.
    var isFreshStart: Bool {
        if case .started(let route) = self { route.reason != .rerouted && route.reason != .replaced } else { false }
    }
}
