import NavigationControl
import NavigationEvents
import Platform

extension ConformanceCase {
    private static let needsState: @Sendable (Traits, TestedControl) -> String? = { traits, _ in
        guard traits.reports else { return "it sends no reports, so the test cannot observe its display" }
        return traits.showsState
            ? nil : "it reports no effect while there is no cue, so the test cannot observe its display"
    }

    /// No state that is over is shown. Only the reports of effects show the content of a display.
    static let display: [ConformanceCase] = [
        ConformanceCase(
            name: "clears-at-stop",
            clause: Clause(rule: "E-2", text: "It clears its display at onNavigationStopped."),
            grade: .display, seconds: 3, reasonToSkip: needsState,
            scenario: { fixture throws(CaseEnding) in
                let shown = try fixture.awaitDisplay()
                // Earlier buses send no onNavigation before it.
                try fixture.bus.publish(.navigationStopped(.requested))
                try fixture.requireCleared(shown, after: "the end of the navigation")
                return "cleared its display at the end of the navigation"
            }),
        ConformanceCase(
            name: "clears-off-route",
            clause: Clause(rule: "N-2", text: "Without a current step it shows no maneuver."),
            grade: .display, seconds: 3, reasonToSkip: needsState,
            scenario: { fixture throws(CaseEnding) in
                let shown = try fixture.awaitDisplay()
                try fixture.requireCleared(shown, after: "the vehicle has left the route", isOffRoute: true)
                return "cleared its display off route"
            }),
        ConformanceCase(
            name: "clears-in-silence",
            clause: Clause(rule: "L-14", text: "After 5 s without events it clears its display."),
            grade: .display, seconds: 9, reasonToSkip: needsState,
            scenario: { fixture throws(CaseEnding) in
                let shown = try fixture.awaitDisplay()
                let seconds = CaseTimeouts.silence + CaseTimeouts.reaction
                guard try fixture.waitUntil(seconds, until: { !fixture.isOpen(shown) }) else {
                    throw .notDone(
                        "it still shows \(fixture.text(of: shown)) after \(forPeople(seconds)) of silence")
                }
                return "cleared its display after a silence"
            }),
        ConformanceCase(
            name: "clears-at-new-run",
            clause: Clause(
                rule: "J-27", text: "At another run it treats the navigation that it was following as over."),
            grade: .display, seconds: 4, reasonToSkip: needsState,
            scenario: { fixture throws(CaseEnding) in
                let shown = try fixture.awaitDisplay()
                try fixture.restartBus(asAnotherRun: true)
                try fixture.requireCleared(shown, after: "the start of another run without a navigation")
                return "cleared its display at another run"
            }),
        ConformanceCase(
            name: "clears-after-lost-stop",
            clause: Clause(
                rule: "E-3", text: "It clears its display if it learns later that its navigation is over."),
            grade: .display, seconds: 4, reasonToSkip: needsState,
            scenario: { fixture throws(CaseEnding) in
                let shown = try fixture.awaitDisplay()
                try fixture.bus.publish(.navigationStopped(.requested), isLost: true)
                try fixture.restartBus(asAnotherRun: false)
                try fixture.requireCleared(shown, after: "a navigation whose end it missed")
                return "cleared its display after an end that it missed"
            }),
    ]
}

extension CaseFixture {
    /// Drives without a cue until something is shown; returns the index of its report.
    fileprivate func awaitDisplay() throws(CaseEnding) -> Int {
        try joinDrive()
        _ = try driveSlowly(CaseTimeouts.reaction) { !bus.received.openEffects.isEmpty }
        guard let shown = bus.received.openEffects.first else {
            throw .failed("during a navigation it should show its state, as it does on a plain drive, but does not")
        }
        return shown
    }

    fileprivate func isOpen(_ shown: Int) -> Bool { bus.received.openEffects.contains(shown) }

    /// The name and the text of an effect, for people.
    fileprivate func text(of shown: Int) -> String {
        let report = bus.received.reports[shown]
        return "\"\(report.effect)\"" + (report.text.isEmpty ? "" : " (\(report.text))")
    }

    /// Requires that an effect ends. Fixes continue to arrive, so that a silence is not the reason.
    fileprivate func requireCleared(
        _ shown: Int, after situation: String, isOffRoute: Bool = false
    ) throws(CaseEnding) {
        let deadline = deadline(CaseTimeouts.reaction)
        while isOpen(shown) {
            guard !deadline.hasPassed else {
                throw .failed(
                    "after \(situation) it should clear its display, but still shows \(text(of: shown)) after "
                        + forPeople(CaseTimeouts.reaction))
            }
            simulation.advance(seconds: 0.25)
            try bus.publish(.gps(simulation.fix), tick: simulation.ticks)
            if isOffRoute {
                try bus.publish(.navigation(simulation.offRoute(Rerouting())), tick: simulation.ticks)
            }
            _ = try waitUntil(0.25) { !isOpen(shown) }
        }
    }
}
