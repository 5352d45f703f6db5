import Dashboard
import NavigationEvents
import TestSupport
import Testing

@Suite("What is being said and felt")
struct SpeechTests {
    @Test("A sentence is seen from its first word to its last, with the word that is spoken")
    func sentence() throws {
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

    @Test("An announcement goes before a story, which then goes on")
    func setAside() {
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

    @Test("A word behind the end of a text that was cut marks nothing")
    func cutText() {
        var dashboard = Dashboard()
        dashboard.take(ControlReport.speech(.began, 1, "née 🚲 …"), at: .at(0))
        dashboard.take(ControlReport.speech(.progressed, 1, "x", range: 4..<5), at: .at(1))
        #expect(dashboard.saying?.parts.word == "🚲")
        for range in [7..<9, 3..<3, -1..<2, Int.max - 1..<Int.max] {
            dashboard.take(ControlReport.speech(.progressed, 1, "x", range: range), at: .at(1))
            #expect((dashboard.saying?.range?.upperBound ?? 0) <= 7)
        }
    }

    @Test("What a voice said that has died is not said any more")
    func deadVoice() {
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

    @Test("Another run of the bus has said nothing yet")
    func anotherRun() {
        var dashboard = Dashboard()
        dashboard.take(.make(run: 1), at: .at(0))
        dashboard.take(ControlReport.speech(.began), at: .at(0))
        dashboard.take(ControlReport.haptics(.began), at: .at(0))
        dashboard.take(.make(run: 2), at: .at(1))
        #expect(dashboard.saying == nil && dashboard.pulse == nil)
    }

    @Test("A pulse is seen while it is felt; steering goes on below it")
    func pulses() {
        var dashboard = Dashboard()
        dashboard.take(ControlReport.haptics(.began, "steering"), at: .at(0))
        dashboard.take(ControlReport.haptics(.began), at: .at(1))
        #expect(dashboard.pulse?.text == "now right")
        dashboard.take(ControlReport.haptics(.ended), at: .at(2))
        #expect(dashboard.pulse?.text == "steering")
        dashboard.take(ControlReport.haptics(.cancelled, "steering"), at: .at(3))
        #expect(dashboard.pulse == nil)
    }

    @Test("Whatever is reported, in whatever order: what began and ended is not said for ever")
    func sayingEnds() {
        var generator = SeededGenerator.announced(for: "reports of speech")
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
