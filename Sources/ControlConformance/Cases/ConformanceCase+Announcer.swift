import NavigationControl
import NavigationEvents

extension ConformanceCase {
    /// Each cue once. Only the reports of effects show which cues a control renders.
    static let announcer: [ConformanceCase] = [
        ConformanceCase(
            name: "once-only",
            clause: Clause(rule: "L-16", text: "A cue is rendered once for each identity and stage."),
            grade: .announcer, seconds: 3, reasonToSkip: needsCues,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                let cue = try fixture.continueDrive(after: "the start")
                try fixture.drive(20, cue)
                try fixture.rest(0.5)
                var counts: [String: Int] = [:]
                for report in fixture.bus.received.begun(cue.reference) { counts[report.effect, default: 0] += 1 }
                if let twice = counts.first(where: { $0.value > 1 }) {
                    throw .failed(
                        "a cue that is in many events should be rendered once, but \(twice.value) "
                            + "effects \"\(twice.key)\" began for it")
                }
                return "rendered a cue of many events once"
            }),
        ConformanceCase(
            name: "stale-cue",
            clause: Clause(
                rule: "L-12", text: "A cue that is no longer valid when its event arrives is not rendered."),
            grade: .announcer, seconds: 2, reasonToSkip: needsCues,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                var stale = fixture.newCue()
                stale.dueAt.nanosecondsSinceEpoch -= 60_000_000_000
                stale.validForSeconds = 5
                try fixture.drive(5, stale)
                try fixture.continueDrive(after: "a stale cue")
                try fixture.requireNotRendered(stale, because: "that was valid for 5 s and is a minute old")
                return "did not render a stale cue"
            }),
        ConformanceCase(
            name: "once-after-restart",
            clause: Clause(
                rule: "L-19", text: "After a restart during a drive it renders no cue again that it has rendered."),
            grade: .announcer, seconds: 4, reasonToSkip: needsCues,
            scenario: { fixture throws(CaseEnding) in
                let cue = try fixture.announceToTheEnd()
                let count = fixture.bus.received.begun(cue.reference).count
                try fixture.kill()
                try fixture.join()
                try fixture.requireNoRepetition(of: cue, after: "its restart", count)
                return "did not render a cue of the previous process again"
            }),
        ConformanceCase(
            name: "once-after-bus-restart",
            clause: Clause(rule: "J-26", text: "After a restart of the bus within the run it renders nothing twice."),
            grade: .announcer, seconds: 4, reasonToSkip: needsCues,
            scenario: { fixture throws(CaseEnding) in
                let cue = try fixture.announceToTheEnd()
                let count = fixture.bus.received.begun(cue.reference).count
                try fixture.restartBus(asAnotherRun: false)
                try fixture.requireNoRepetition(of: cue, after: "a restart of the bus", count)
                return "did not render a cue again after a restart of the bus"
            }),
    ]
}

extension CaseFixture {
    /// Drives until the effect for a cue has ended.
    fileprivate func announceToTheEnd() throws(CaseEnding) -> Cue {
        try joinDrive()
        let cue = try continueDrive(after: "the start")
        let isOver = try driveSlowly(CaseTimeouts.announcement, cue) {
            bus.received.reports.contains { $0.kind == .ended && $0.cue == cue.reference }
        }
        guard isOver else {
            throw .notAsked(
                "it reports no end of its effect for a cue within \(forPeople(CaseTimeouts.announcement)), so the cue may "
                    + "still be due")
        }
        return cue
    }

    fileprivate func requireNoRepetition(of cue: Cue, after situation: String, _ count: Int) throws(CaseEnding) {
        try drive(8, cue)
        try rest(0.5)
        if bus.received.begun(cue.reference).count > count {
            throw .failed(
                "after \(situation) it should not render a cue that it has rendered to its end, but rendered it again")
        }
        try continueDrive(after: situation)
    }
}
