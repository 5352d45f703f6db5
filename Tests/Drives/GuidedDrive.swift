import Guidance
import NavigationEvents
import Positions

/// The events of a drive that is guided along a route, with their times.
struct GuidedDrive {
    /// An event and its time.
    struct TimedEvent {
        var seconds: Double
        var event: Event
    }

    private(set) var events: [TimedEvent] = []
    private(set) var fixCount = 0
    private(set) var rejectedCount = 0

    /// Guides a drive. Seconds without a fix are passed to guidance like those of a source.
    init(_ drive: RecordedDrive, along route: Route) throws {
        var guidance = GuidanceState()
        var filter = PositionFilter(mode: route.travelMode)
        note(try guidance.start(route), at: 0)
        var last: (time: Timestamp, seconds: Double)?
        for moment in drive.moments {
            if let fix = moment.fix {
                fixCount += 1
                last = (fix.time, moment.seconds)
                switch filter.accept(fix) {
                case .accepted(let smoothed): note(guidance.update(smoothed), at: moment.seconds)
                case .rejected: rejectedCount += 1
                }
            } else if let last {
                let passed = Int64(((moment.seconds - last.seconds) * 1e9).rounded())
                let now = Timestamp(nanosecondsSinceEpoch: last.time.nanosecondsSinceEpoch + passed)
                note(guidance.elapse(to: now), at: moment.seconds)
            }
        }
        let end = drive.moments.last?.seconds ?? 0
        note(guidance.stop(), at: end)
        note(guidance.stop(), at: end)
    }

    /// All onNavigation events with their times, without that of the end.
    var infos: [(seconds: Double, info: NavigationInfo)] {
        events.compactMap { heard in
            if case .navigation(let info) = heard.event, info.state != .stopped { (heard.seconds, info) } else { nil }
        }
    }

    /// Whether the destination was reached.
    var hasArrived: Bool { infos.last?.info.isDestinationReached == true }

    /// The cues in the order in which they became due.
    var cues: [Cue] {
        var result: [Cue] = []
        for case let cue? in infos.map(\.info.cue) where result.last != cue { result.append(cue) }
        return result
    }

    /// The times off route.
    var offRouteSpans: [ClosedRange<Double>] {
        var spans: [ClosedRange<Double>] = []
        var wasOff = false
        for (seconds, info) in infos {
            if info.isOffRoute {
                if wasOff, let span = spans.popLast() {
                    spans.append(span.lowerBound...seconds)
                } else {
                    spans.append(seconds...seconds)
                }
            }
            wasOff = info.isOffRoute
        }
        return spans
    }

    private mutating func note(_ new: [Event], at seconds: Double) {
        events += new.map { TimedEvent(seconds: seconds, event: $0) }
    }
}
