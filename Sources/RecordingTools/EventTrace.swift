package import NavigationEvents

/// Selects what is traced.
package enum TraceQuery: Hashable {
    /// The fix with this tick.
    case tick(UInt64)
    /// The latest due cue.
    case last
    /// Every cue, in the order in which they became due.
    case all
    /// All stages of the cue with this identity.
    case cue(UInt64)
}

/// The trace of one fix: its guidance, its cue, and the reports of the controls about the cue.
package struct EventTrace {
    /// The onGPS event.
    var fix: Envelope?
    /// The onNavigation event of the same tick.
    var progress: Envelope?
    /// The cue of that event.
    var cue: Cue?
    /// The tick at which the cue became due.
    var dueTick: UInt64?
    /// The reports of the controls about the cue.
    var reports: [Envelope] = []
    /// The controls that reported about other cues but not about this one.
    var silent: [String] = []
}

/// Collects traces from events in their order.
package struct TraceCollector {
    private struct CueKey: Hashable {
        var run: UInt64
        var session: Session
        var cue: CueReference
    }

    private struct TickKey: Hashable {
        var run: UInt64
        var session: Session
    }

    /// A fix and its guidance.
    private struct Moment {
        var fix: Envelope?
        var progress: Envelope?
    }

    private let query: TraceQuery
    private var present: [TickKey: Moment] = [:]
    private var asked: [Moment] = []
    private var firstMoments: [CueKey: Moment] = [:]
    private var order: [CueKey] = []
    private var reports: [CueKey: [Envelope]] = [:]
    private var rendering: Set<String> = []

    package init(_ query: TraceQuery) { self.query = query }

    /// Adds an event.
    package mutating func add(_ envelope: Envelope) {
        let tickKey = TickKey(run: envelope.run, session: envelope.session)
        switch envelope.event {
        case .gps:
            finish(tickKey)
            present[tickKey] = Moment(fix: envelope)
        case .navigation(let info):
            if present[tickKey]?.fix?.tick != envelope.tick {
                finish(tickKey)
                present[tickKey] = Moment()
            }
            // Of several events of the same tick, the first one with a cue counts.
            if present[tickKey]?.progress == nil || info.cue != nil { present[tickKey]?.progress = envelope }
            note(info.cue, tickKey)
        case .control(let report):
            guard let cue = report.cue else { return }
            rendering.insert(report.control)
            reports[CueKey(run: tickKey.run, session: tickKey.session, cue: cue), default: []].append(envelope)
        case .navigationStarted, .navigationStopped, .command, .heading: break
        }
    }

    /// The selected traces; empty if nothing was found.
    package mutating func traces() -> [EventTrace] {
        for tickKey in present.keys.sorted(by: { $0.session.name < $1.session.name }) { finish(tickKey) }
        switch query {
        case .tick: return asked.map { trace($0, cue(of: $0)) }
        case .last: return order.last.map { [trace(firstMoments[$0] ?? Moment(), $0)] } ?? []
        case .all: return order.map { trace(firstMoments[$0] ?? Moment(), $0) }
        case .cue(let identity):
            return order.filter { $0.cue.identity == identity }.map { trace(firstMoments[$0] ?? Moment(), $0) }
        }
    }

    private mutating func finish(_ tickKey: TickKey) {
        guard let moment = present.removeValue(forKey: tickKey), case .tick(let tick) = query,
            (moment.fix ?? moment.progress)?.tick == tick
        else { return }
        asked.append(moment)
    }

    private mutating func note(_ cue: Cue?, _ tickKey: TickKey) {
        guard let cue else { return }
        let key = CueKey(run: tickKey.run, session: tickKey.session, cue: cue.reference)
        guard firstMoments[key] == nil else { return }
        firstMoments[key] = present[tickKey]
        order.append(key)
    }

    private func cue(of moment: Moment) -> CueKey? {
        guard let progress = moment.progress, let cue = progress.cue else { return nil }
        return CueKey(run: progress.run, session: progress.session, cue: cue.reference)
    }

    private func trace(_ moment: Moment, _ key: CueKey?) -> EventTrace {
        var trace = EventTrace(fix: moment.fix, progress: moment.progress, cue: moment.progress?.cue)
        guard let key else { return trace }
        trace.dueTick = firstMoments[key]?.progress?.tick
        trace.reports = reports[key] ?? []
        let reporting = Set(trace.reports.compactMap(\.report?.control))
        trace.silent = rendering.subtracting(reporting).sorted()
        return trace
    }
}

extension Envelope {
    /// The cue of an onNavigation event; `nil` for other events.
    var cue: Cue? { if case .navigation(let info) = event { info.cue } else { nil } }

    /// The report of an onControl event; `nil` for other events.
    var report: ControlReport? { if case .control(let report) = event { report } else { nil } }
}
