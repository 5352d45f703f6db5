import Dashboard
import NavigationEvents
import Platform
import TestSupport
import Testing

@Suite("Utterances and pulses")
struct SpeechTests {
    @Test func `an utterance is shown from beginning to end with the spoken word`() throws {
        var dashboard = Dashboard()
        dashboard.update(ControlReport.speech(.began), at: .at(0))
        #expect(dashboard.activeUtterance?.text == "turn right now" && dashboard.activeUtterance?.range == nil)
        dashboard.update(ControlReport.speech(.progressed, 1, "right", range: 5..<10), at: .at(0.4))
        let parts = try #require(dashboard.activeUtterance).parts
        #expect(parts == ("turn ", "right", " now"))
        #expect(dashboard.lastUtterance?.ending == nil)
        dashboard.update(ControlReport.speech(.ended), at: .at(1))
        #expect(dashboard.activeUtterance == nil && dashboard.lastUtterance?.text == "turn right now")
        #expect(dashboard.lastUtterance?.ending == .finished)
    }

    @Test func `an announcement interrupts an information text, which then continues`() {
        var dashboard = Dashboard()
        dashboard.update(ControlReport.speech(.began, 1, "a story"), at: .at(0))
        dashboard.update(ControlReport.speech(.paused, 1, "something more urgent came"), at: .at(1))
        #expect(dashboard.activeUtterance?.isPaused == true)
        dashboard.update(ControlReport.speech(.began, 2, "turn left"), at: .at(1))
        #expect(dashboard.activeUtterance?.text == "turn left")
        dashboard.update(ControlReport.speech(.ended, 2, "turn left"), at: .at(2))
        #expect(dashboard.activeUtterance?.text == "a story" && dashboard.activeUtterance?.isPaused == true)
        dashboard.update(ControlReport.speech(.continued, 1, "a story"), at: .at(2))
        #expect(dashboard.activeUtterance?.isPaused == false)
        dashboard.update(ControlReport.speech(.cancelled, 1, "a person: a story"), at: .at(3))
        #expect(dashboard.activeUtterance == nil && dashboard.lastUtterance?.text == "turn left")
    }

    @Test func `a range beyond the end of a cut text marks nothing`() {
        var dashboard = Dashboard()
        dashboard.update(ControlReport.speech(.began, 1, "née 🚲 …"), at: .at(0))
        dashboard.update(ControlReport.speech(.progressed, 1, "x", range: 4..<5), at: .at(1))
        #expect(dashboard.activeUtterance?.parts.word == "🚲")
        for range in [7..<9, 3..<3, -1..<2, Int.max - 1..<Int.max] {
            dashboard.update(ControlReport.speech(.progressed, 1, "x", range: range), at: .at(1))
            #expect((dashboard.activeUtterance?.range?.upperBound ?? 0) <= 7)
        }
    }

    @Test(arguments: [true, false]) func `the words for a maneuver go with it`(isOver: Bool) {
        var dashboard = Dashboard()
        dashboard.update(.make(.make(1)), at: .at(0))
        dashboard.update(ControlReport.speech(.began), at: .at(0))
        if isOver { dashboard.update(ControlReport.speech(.ended), at: .at(1)) }
        dashboard.update(.make(.make(1)), at: .at(1))
        #expect(dashboard.lastUtterance != nil)
        dashboard.update(.make(.make(2)), at: .at(2))
        // An utterance that still sounds is shown until its end.
        #expect((dashboard.lastUtterance == nil) == isOver)
        dashboard.update(ControlReport.speech(.ended), at: .at(3))
        #expect(dashboard.lastUtterance == nil)
    }

    @Test func `the page of a book is shown from beginning to end, and not after its control`() {
        func page(_ kind: ReportKind, _ number: UInt64) -> ControlReport {
            ControlReport(
                control: "speech", kind: kind, effect: "page", text: "1: The ferry.", processID: 41,
                effectNumber: number,
                picture: ReportedPicture(mediaType: "image/png", widthPoints: 4, heightPoints: 3, data: [1]))
        }
        var dashboard = Dashboard()
        dashboard.update(page(.began, 1), at: .at(0))
        #expect(dashboard.page?.text == "1: The ferry." && dashboard.page?.picture?.data == [1])
        dashboard.update(page(.began, 2), at: .at(1))
        dashboard.update(page(.cancelled, 1), at: .at(1))
        #expect(dashboard.page?.effectNumber == 2)
        dashboard.update(page(.ended, 2), at: .at(2))
        #expect(dashboard.page == nil)
        dashboard.update(page(.began, 3), at: .at(3))
        dashboard.update(ControlReport(control: "speech", kind: .ready, processID: 42), at: .at(4))
        #expect(dashboard.page == nil)
    }

    @Test func `the utterances of a dead control end`() {
        func speaking() -> Dashboard {
            var dashboard = Dashboard()
            dashboard.update(ControlReport.speech(.began), at: .at(0))
            return dashboard
        }
        var dashboard = speaking()
        dashboard.update(ControlReport(control: "speech", kind: .ready, processID: 43), at: .at(1))
        #expect(dashboard.activeUtterance == nil && dashboard.lastUtterance?.ending == .cancelled)
        dashboard = speaking()
        dashboard.update(.make(ControlStatus(control: "speech", state: .restarting)), at: .at(1))
        #expect(dashboard.activeUtterance == nil)
        dashboard = speaking()
        dashboard.update(.make(ControlStatus(control: "speech", state: .running, heartbeatAgeSeconds: 0.1)), at: .at(1))
        #expect(dashboard.activeUtterance != nil)
        dashboard.tick(at: .at(120))
        #expect(dashboard.activeUtterance == nil, "no sentence takes two minutes")
    }

    @Test func `a new run ends the utterances of the old run and keeps its own`() {
        var dashboard = Dashboard()
        dashboard.update(ControlReport.speech(.began), at: .at(0))
        dashboard.update(ControlReport.haptics(.began), at: .at(0))
        dashboard.update(.make(run: 1), at: .at(0))
        var same = dashboard
        dashboard.update(.make(run: 2), at: .at(1))
        #expect(
            dashboard.activeUtterance == nil && dashboard.pulse == nil && dashboard.lastUtterance?.ending == .cancelled)
        let new = ControlReport.speech(.began, 1, "turn left", process: 43)
        same.update(new, at: .at(3))
        same.update(ControlReport.haptics(.began, "now left", number: 1), at: .at(3))
        same.update(.make(run: 2), at: .at(3.5))
        #expect(
            same.activeUtterance?.text == "turn left" && same.pulse?.text == "now left"
                && same.lastUtterance?.ending == nil)
        same.update(ControlReport.speech(.ended, 1, "turn left", process: 43), at: .at(4))
        #expect(same.activeUtterance == nil)
    }

    @Test func `leaving or ending a route removes the last utterance, unless it still sounds`() {
        let ends: [(inout Dashboard) -> Void] = [
            { $0.stopNavigation(at: .at(2)) }, { $0.update(Route.make("second"), at: .at(2)) },
            { $0.update(NavigationInfo.make(nil, state: .rerouting), at: .at(2)) },
            { $0.update(NavigationInfo.make(nil, state: .stopped), at: .at(2)) },
        ]
        for end in ends {
            var dashboard = Dashboard()
            dashboard.update(NavigationInfo.make(), at: .at(0))
            dashboard.update(ControlReport.speech(.began), at: .at(0))
            var sounding = dashboard
            dashboard.update(ControlReport.speech(.ended), at: .at(1))
            #expect(dashboard.lastUtterance != nil)
            end(&dashboard)
            #expect(dashboard.lastUtterance == nil)
            end(&sounding)
            #expect(sounding.lastUtterance?.ending == nil && sounding.activeUtterance != nil)
            sounding.update(ControlReport.speech(.ended), at: .at(3))
            #expect(sounding.lastUtterance?.ending == .finished)
            sounding.tick(at: .at(3.1 + Dashboard.lastUtteranceSeconds))
            #expect(sounding.lastUtterance == nil)
        }
    }

    @Test func `a pulse without a reported end times out, and steering may last minutes`() {
        var dashboard = Dashboard()
        dashboard.update(ControlReport.haptics(.began, "steering"), at: .at(0))
        dashboard.update(.haptics(.began, number: 2, cue: CueReference(identity: 1, stage: .now)), at: .at(0))
        dashboard.update(BusStatus.make(), at: .at(10))
        #expect(dashboard.pulse?.text == "now right")
        dashboard.update(BusStatus.make(), at: .at(16))
        #expect(dashboard.pulse?.text == "steering")
        dashboard.update(BusStatus.make(), at: .at(601))
        #expect(dashboard.pulse == nil)
    }

    @Test func `without further reports every utterance and every pulse ends`() {
        var generator = SplitMix64.announced(for: "effects that are lost")
        let kinds: [ReportKind] = [.began, .began, .progressed, .paused, .continued, .ended, .cancelled, .failed]
        for _ in 0..<200 {
            var dashboard = Dashboard()
            for step in 0..<40 {
                let kind = kinds.randomElement(using: &generator) ?? .began
                let number = UInt64.random(in: 0...5, using: &generator)
                let isPulse = generator.chance(2)
                dashboard.update(
                    isPulse ? .haptics(kind, number: number) : .speech(kind, number), at: .at(Double(step)))
                if generator.chance(8) { dashboard.update(.make(run: number), at: .at(Double(step))) }
            }
            dashboard.tick(at: .at(4000))
            #expect(dashboard.activeUtterance == nil && dashboard.pulse == nil)
            #expect(dashboard.lastUtterance == nil || dashboard.lastUtterance?.ending != nil)
            dashboard.tick(at: .at(8000))
            #expect(dashboard.lastUtterance == nil)
        }
    }

    @Test func `a pulse is shown while it is played, and steering reappears after it`() {
        var dashboard = Dashboard()
        dashboard.update(ControlReport.haptics(.began, "steering"), at: .at(0))
        dashboard.update(ControlReport.haptics(.began), at: .at(1))
        #expect(dashboard.pulse?.text == "now right")
        dashboard.update(ControlReport.haptics(.ended), at: .at(2))
        #expect(dashboard.pulse?.text == "steering")
        dashboard.update(ControlReport.haptics(.cancelled, "steering"), at: .at(3))
        #expect(dashboard.pulse == nil)
    }

    @Test func `for any order of reports, an utterance that began and ended is over`() {
        var generator = SplitMix64.announced(for: "reports of speech")
        for _ in 0..<200 {
            var dashboard = Dashboard()
            for step in 0..<60 {
                let kind = ReportKind.allCases.randomElement(using: &generator) ?? .began
                let number = UInt64.random(in: 0...5, using: &generator)
                let start = Int.random(in: -2...20, using: &generator)
                dashboard.update(
                    ControlReport.speech(kind, number, "words", range: start..<start + 3), at: .at(Double(step)))
                if let saying = dashboard.activeUtterance {
                    #expect(saying.parts.said + saying.parts.word + saying.parts.rest == saying.text)
                }
            }
            for number in 0...5 { dashboard.update(ControlReport.speech(.ended, UInt64(number)), at: .at(61)) }
            #expect(dashboard.activeUtterance == nil)
        }
    }
}
