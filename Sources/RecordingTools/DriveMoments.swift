import CommandOutput
import NavigationEvents

/// Finds what happened during a drive and where: due cues, effects and failures of controls, starts and stops of
/// navigation, new routes, and commands.
struct DriveMoments {
    /// An event of a drive with its position.
    struct Moment: Equatable {
        /// The latest fix of its session.
        var fix: Fix
        var tick: UInt64
        var texts: [String: String]
        var numbers: [String: Double] = [:]
    }

    private struct CueKey: Hashable {
        var run: UInt64
        var cue: CueReference
    }

    private var fixes: [Session: (fix: Fix, tick: UInt64)] = [:]
    private var announced: Set<CueKey> = []

    /// Adds an event; returns its moment, `nil` if it has none, or before the first fix.
    mutating func add(_ envelope: Envelope) -> Moment? {
        if case .gps(let fix) = envelope.event { fixes[envelope.session] = (fix, envelope.tick) }
        guard let (fix, tick) = fixes[envelope.session] else { return nil }
        var moment = Moment(fix: fix, tick: tick, texts: [:])
        switch envelope.event {
        case .gps, .heading: return nil
        case .navigation(let info):
            guard let cue = info.cue, announced.insert(CueKey(run: envelope.run, cue: cue.reference)).inserted else {
                return nil
            }
            moment.texts = [
                "kind": "cue", "cue": "\(cue.identity)", "stage": "\(cue.stage)", "subject": "\(cue.subject)",
                "maneuver": info.currentStep.map { "\($0.maneuver)" } ?? "",
            ]
            moment.numbers = ["distanceMeters": cue.distanceMeters]
        case .navigationStarted(let route):
            moment.texts = ["kind": route.reason == .requested ? "start" : "\(route.reason)", "route": route.id]
        case .navigationStopped:
            moment.texts = ["kind": "stop"]
        case .control(let report):
            guard report.kind == .began || report.kind == .failed else { return nil }
            moment.texts = [
                "kind": "\(report.kind)", "control": report.control, "effect": report.effect, "text": report.text,
                "cue": report.cue.map { "\($0.identity)" } ?? "",
            ]
        case .command(let command):
            guard let action = command.action else { return nil }
            moment.texts = ["kind": "command", "text": action.summary]
        }
        return moment
    }
}
