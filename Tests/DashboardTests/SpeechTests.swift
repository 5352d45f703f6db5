import Dashboard
import NavigationEvents
import Platform
import TestSupport
import Testing

@Suite("Utterances and pulses")
struct SpeechTests {
    @Test func `an utterance is shown from beginning to end with the spoken word`() throws {
        var dashboard = Dashboard()
        dashboard.take(ControlReport.speech(.began), at: .at(0))
        #expect(dashboard.saying?.text == "turn right now" && dashboard.saying?.range == nil)
        dashboard.take(ControlReport.speech(.progressed, 1, "right", range: 5..<10), at: .at(0.4))
        let parts = try #require(dashboard.saying).parts
        #expect(parts == ("turn ", "right", " now"))
        #expect(dashboard.lastSaid?.ending == nil)
        dashboard.take(ControlReport.speech(.ended), at: .at(1))
        #expect(dashboard.saying == nil && dashboard.lastSaid?.text == "turn right now")
        #expect(dashboard.lastSaid?.ending == .finished)
    }

    @Test func `an announcement interrupts an information text, which then continues`() {
        var dashboard = Dashboard()
        dashboard.take(ControlReport.speech(.began, 1, "a story"), at: .at(0))
        dashboard.take(ControlReport.speech(.paused, 1, "something more urgent came"), at: .at(1))
        #expect(dashboard.saying?.isPaused == true)
        dashboard.take(ControlReport.speech(.began, 2, "turn left"), at: .at(1))
        #expect(dashboard.saying?.text == "turn left")
        dashboard.take(ControlReport.speech(.ended, 2, "turn left"), at: .at(2))
        #expect(dashboard.saying?.text == "a story" && dashboard.saying?.isPaused == true)
        dashboard.take(ControlReport.speech(.continued, 1, "a story"), at: .at(2))
        #expect(dashboard.saying?.isPaused == false)
        dashboard.take(ControlReport.speech(.cancelled, 1, "a person: a story"), at: .at(3))
        #expect(dashboard.saying == nil && dashboard.lastSaid?.text == "turn left")
    }

    @Test func `a range beyond the end of a cut text marks nothing`() {
        var dashboard = Dashboard()
        dashboard.take(ControlReport.speech(.began, 1, "née 🚲 …"), at: .at(0))
        dashboard.take(ControlReport.speech(.progressed, 1, "x", range: 4..<5), at: .at(1))
        #expect(dashboard.saying?.parts.word == "🚲")
        for range in [7..<9, 3..<3, -1..<2, Int.max - 1..<Int.max] {
            dashboard.take(ControlReport.speech(.progressed, 1, "x", range: range), at: .at(1))
            #expect((dashboard.saying?.range?.upperBound ?? 0) <= 7)
        }
    }

    @Test func `the utterances of a dead control end`() {
        func speaking() -> Dashboard {
            var dashboard = Dashboard()
            dashboard.take(ControlReport.speech(.began), at: .at(0))
            return dashboard
        }
        var dashboard = speaking()
        dashboard.take(ControlReport(control: "speech", kind: .ready, processID: 43), at: .at(1))
        #expect(dashboard.saying == nil && dashboard.lastSaid?.ending == .cancelled)
        dashboard = speaking()
        dashboard.take(.make(ControlStatus(control: "speech", state: .restarting)), at: .at(1))
        #expect(dashboard.saying == nil)
        dashboard = speaking()
        dashboard.take(.make(ControlStatus(control: "speech", state: .running, heartbeatAgeSeconds: 0.1)), at: .at(1))
        #expect(dashboard.saying != nil)
        dashboard.tick(at: .at(120))
        #expect(dashboard.saying == nil, "no sentence takes two minutes")
    }

    @Test func `a new run ends the utterances of the old run and keeps its own`() {
        var dashboard = Dashboard()
        dashboard.take(ControlReport.speech(.began), at: .at(0))
        dashboard.take(ControlReport.haptics(.began), at: .at(0))
        dashboard.take(.make(run: 1), at: .at(0))
        var same = dashboard
        dashboard.take(.make(run: 2), at: .at(1))
        #expect(dashboard.saying == nil && dashboard.pulse == nil && dashboard.lastSaid?.ending == .cancelled)
        let new = ControlReport.speech(.began, 1, "turn left", process: 43)
        same.take(new, at: .at(3))
        same.take(ControlReport.haptics(.began, "now left", number: 1), at: .at(3))
        same.take(.make(run: 2), at: .at(3.5))
        #expect(same.saying?.text == "turn left" && same.pulse?.text == "now left" && same.lastSaid?.ending == nil)
        same.take(ControlReport.speech(.ended, 1, "turn left", process: 43), at: .at(4))
        #expect(same.saying == nil)
    }

    @Test func `leaving or ending a route removes the last utterance, unless it still sounds`() {
        let ends: [(inout Dashboard) -> Void] = [
            { $0.takeStop(at: .at(2)) }, { $0.take(Route.make("second"), at: .at(2)) },
            { $0.take(NavigationInfo.make(nil, state: .rerouting), at: .at(2)) },
            { $0.take(NavigationInfo.make(nil, state: .stopped), at: .at(2)) },
        ]
        for end in ends {
            var dashboard = Dashboard()
            dashboard.take(NavigationInfo.make(), at: .at(0))
            dashboard.take(ControlReport.speech(.began), at: .at(0))
            var sounding = dashboard
            dashboard.take(ControlReport.speech(.ended), at: .at(1))
            #expect(dashboard.lastSaid != nil)
            end(&dashboard)
            #expect(dashboard.lastSaid == nil)
            end(&sounding)
            #expect(sounding.lastSaid?.ending == nil && sounding.saying != nil)
            sounding.take(ControlReport.speech(.ended), at: .at(3))
            #expect(sounding.lastSaid?.ending == .finished)
            sounding.tick(at: .at(3.1 + Dashboard.lastSaidSeconds))
            #expect(sounding.lastSaid == nil)
        }
    }

    @Test func `a pulse without a reported end times out, and steering may last minutes`() {
        var dashboard = Dashboard()
        dashboard.take(ControlReport.haptics(.began, "steering"), at: .at(0))
        dashboard.take(.haptics(.began, number: 2, cue: CueReference(identity: 1, stage: .now)), at: .at(0))
        dashboard.take(BusStatus.make(), at: .at(10))
        #expect(dashboard.pulse?.text == "now right")
        dashboard.take(BusStatus.make(), at: .at(16))
        #expect(dashboard.pulse?.text == "steering")
        dashboard.take(BusStatus.make(), at: .at(601))
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
                dashboard.take(isPulse ? .haptics(kind, number: number) : .speech(kind, number), at: .at(Double(step)))
                if generator.chance(8) { dashboard.take(.make(run: number), at: .at(Double(step))) }
            }
            dashboard.tick(at: .at(4000))
            #expect(dashboard.saying == nil && dashboard.pulse == nil)
            #expect(dashboard.lastSaid == nil || dashboard.lastSaid?.ending != nil)
            dashboard.tick(at: .at(8000))
            #expect(dashboard.lastSaid == nil)
        }
    }

    @Test func `a pulse is shown while it is played, and steering reappears after it`() {
        var dashboard = Dashboard()
        dashboard.take(ControlReport.haptics(.began, "steering"), at: .at(0))
        dashboard.take(ControlReport.haptics(.began), at: .at(1))
        #expect(dashboard.pulse?.text == "now right")
        dashboard.take(ControlReport.haptics(.ended), at: .at(2))
        #expect(dashboard.pulse?.text == "steering")
        dashboard.take(ControlReport.haptics(.cancelled, "steering"), at: .at(3))
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
                dashboard.take(
                    ControlReport.speech(kind, number, "words", range: start..<start + 3), at: .at(Double(step)))
                if let saying = dashboard.saying {
                    #expect(saying.parts.said + saying.parts.word + saying.parts.rest == saying.text)
                }
            }
            for number in 0...5 { dashboard.take(ControlReport.speech(.ended, UInt64(number)), at: .at(61)) }
            #expect(dashboard.saying == nil)
        }
    }
}
