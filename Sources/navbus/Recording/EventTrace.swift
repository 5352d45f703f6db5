import NavigationEvents

/// What is to be traced.
enum TraceQuery: Hashable {
    /// The fix with this number.
    case tick(UInt64)
    /// The cue that became due last.
    case last
    /// Every cue, in the order in which they became due.
    case all
    /// All stages of the cue with this identity.
    case cue(UInt64)
}

/// The way of one fix: what guidance made of it, and what the controls made of that.
struct EventTrace {
    /// The onGPS event.
    var fix: Envelope?
    /// The onNavigation event of the same tick.
    var progress: Envelope?
    /// The cue in it.
    var cue: Cue?
    /// The tick with which that cue became due.
    var dueTick: UInt64?
    /// What controls reported of the cue.
    var reports: [Envelope] = []
    /// Controls that told of other cues but not of this one.
    var silent: [String] = []
}

/// Gathers traces from events in their order.
struct TraceCollector {
    private struct CueKey: Hashable {
        var run: UInt64
        var session: Session
        var cue: CueReference
    }

    private struct TickKey: Hashable {
        var run: UInt64
        var session: Session
    }

    /// A fix and the guidance that came of it.
    private struct Moment {
        var fix: Envelope?
        var progress: Envelope?
    }

    private let query: TraceQuery
    private var present: [TickKey: Moment] = [:]
    private var asked: [Moment] = []
    private var births: [CueKey: Moment] = [:]
    private var order: [CueKey] = []
    private var reports: [CueKey: [Envelope]] = [:]
    private var rendering: Set<String> = []

    init(_ query: TraceQuery) { self.query = query }

    /// Takes an event.
    mutating func take(_ envelope: Envelope) {
        let place = TickKey(run: envelope.run, session: envelope.session)
        switch envelope.event {
        case .gps:
            finish(place)
            present[place] = Moment(fix: envelope)
        case .navigation(let info):
            if present[place]?.fix?.tick != envelope.tick {
                finish(place)
                present[place] = Moment()
            }
            // Of several with the same tick the first that brings the cue counts.
            if present[place]?.progress == nil || info.cue != nil { present[place]?.progress = envelope }
            note(info.cue, place)
        case .control(let report):
            guard let cue = report.cue else { return }
            rendering.insert(report.control)
            reports[CueKey(run: place.run, session: place.session, cue: cue), default: []].append(envelope)
        case .navigationStarted, .navigationStopped, .command, .heading: break
        }
    }

    /// What was asked for, as far as it is there; empty if nothing is.
    mutating func traces() -> [EventTrace] {
        for place in present.keys.sorted(by: { $0.session.name < $1.session.name }) { finish(place) }
        switch query {
        case .tick: return asked.map { trace($0, cue(of: $0)) }
        case .last: return order.last.map { [trace(births[$0] ?? Moment(), $0)] } ?? []
        case .all: return order.map { trace(births[$0] ?? Moment(), $0) }
        case .cue(let identity):
            return order.filter { $0.cue.identity == identity }.map { trace(births[$0] ?? Moment(), $0) }
        }
    }

    private mutating func finish(_ place: TickKey) {
        guard let moment = present.removeValue(forKey: place), case .tick(let tick) = query,
            (moment.fix ?? moment.progress)?.tick == tick
        else { return }
        asked.append(moment)
    }

    private mutating func note(_ cue: Cue?, _ place: TickKey) {
        guard let cue else { return }
        let key = CueKey(run: place.run, session: place.session, cue: cue.reference)
        guard births[key] == nil else { return }
        births[key] = present[place]
        order.append(key)
    }

    private func cue(of moment: Moment) -> CueKey? {
        guard let progress = moment.progress, let cue = progress.cue else { return nil }
        return CueKey(run: progress.run, session: progress.session, cue: cue.reference)
    }

    private func trace(_ moment: Moment, _ key: CueKey?) -> EventTrace {
        var trace = EventTrace(fix: moment.fix, progress: moment.progress, cue: moment.progress?.cue)
        guard let key else { return trace }
        trace.dueTick = births[key]?.progress?.tick
        trace.reports = reports[key] ?? []
        let told = Set(trace.reports.compactMap(\.report?.control))
        trace.silent = rendering.subtracting(told).sorted()
        return trace
    }
}

extension Envelope {
    /// The cue an onNavigation event carries.
    var cue: Cue? { if case .navigation(let info) = event { info.cue } else { nil } }

    /// The report of an onControl event.
    var report: ControlReport? { if case .control(let report) = event { report } else { nil } }
}
