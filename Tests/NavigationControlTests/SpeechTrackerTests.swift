import EventBus
import NavigationEvents
import Testing

@testable import NavigationControl

@Suite("The outcome of a request to speak a text")
struct SpeechTrackerTests {
    private static let text = SpokenText(text: "Mind the gap.", requestNumber: 5)
    private static let asked = Event.command(ControlCommand(action: .say(text)))

    private static func report(
        _ kind: ReportKind, _ text: String = "", request: UInt64 = 5, process: Int32 = 7, effect: String = "utterance",
        cue: CueReference? = nil
    ) -> Event {
        .control(
            ControlReport(
                control: "speech", kind: kind, effect: effect, cue: cue, text: text, processID: process,
                effectNumber: 3, requestNumber: request))
    }

    private static let start = ContinuousClock.now

    private func watch(_ events: [Event]) -> SpeechTracker {
        var watch = SpeechTracker(Self.text, at: Self.start)
        for event in events { watch.take(.event(Self.envelope(event)), at: Self.start) }
        return watch
    }

    private func verdict(_ events: [Event]) -> SpeechTracker.Verdict { watch(events).verdict }

    private static func envelope(_ event: Event) -> Envelope {
        Envelope(
            run: 1, sequence: 1, topicSequence: 1, session: .main, monotonicNanoseconds: 0,
            publishedAt: Timestamp(nanosecondsSinceEpoch: 0), tick: 0, event: event)
    }

    private static func status(process: Int32 = 7, heard seconds: Double? = 0.5) -> BusStatus {
        BusStatus(
            run: 1, processID: 1, uptimeSeconds: 1,
            controls: [
                ControlStatus(control: "speech", state: .running, processID: process, heartbeatAgeSeconds: seconds)
            ])
    }

    /// Reads the status every two seconds until the outcome is known; returns the outcome and the time it took.
    private func outcome(_ watch: SpeechTracker, status: BusStatus?) -> (SpeechTracker.Verdict, after: Int) {
        var watch = watch
        var seconds = 0
        while watch.verdict.isOpen, seconds < 10_000 {
            seconds += 2
            watch.look(at: status, now: Self.start + .seconds(seconds))
        }
        return (watch.verdict, seconds)
    }

    @Test func `warnings of the speaking control are passed on, and no others`() {
        let warned = watch([
            Self.asked, Self.report(.began, "Mind the gap."), Self.report(.warning, "no such voice"),
            Self.report(.warning, "of another", request: 4), Self.report(.ended, "Mind the gap."),
        ])
        #expect(warned.verdict == .said)
        #expect(warned.warnings == ["no such voice"])
    }

    @Test func `a text is spoken when the utterance with it has ended`() {
        let began = [Self.asked, Self.report(.began, "Mind the gap.")]
        #expect(verdict([Self.asked]) == .waiting)
        #expect(verdict(began) == .speaking)
        #expect(verdict(began + [Self.report(.paused)]) == .paused)
        #expect(verdict(began + [Self.report(.paused), Self.report(.continued)]) == .speaking)
        #expect(verdict(began + [Self.report(.ended)]) == .said)
    }

    @Test func `other utterances, processes, announcements and earlier speech are ignored`() {
        let began = [Self.asked, Self.report(.began, "Mind the gap.")]
        let earlier = [Self.report(.began, "Mind the gap.", request: 4), Self.asked, Self.report(.ended, request: 4)]
        #expect(verdict(earlier) == .waiting)
        #expect(verdict(began + [Self.report(.ended, request: 4)]) == .speaking)
        #expect(verdict(began + [Self.report(.ended, process: 8)]) == .speaking)
        #expect(verdict(began + [Self.report(.ended, request: 0, effect: "sign")]) == .speaking)
        let cue = CueReference(identity: 1, stage: .now)
        #expect(verdict([Self.asked, Self.report(.began, "Mind the gap.", request: 0, cue: cue)]) == .waiting)
        #expect(verdict([.command(ControlCommand(action: .say(SpokenText(text: "No."))))]) == .waiting)
    }

    @Test func `the reason why a text was not spoken is passed on, even if it never began`() {
        let began = [Self.asked, Self.report(.began, "Mind the gap.")]
        #expect(verdict(began + [Self.report(.cancelled)]) == .notSaid("it was cancelled"))
        #expect(
            verdict([Self.asked, Self.report(.failed, "no voice \"xx\": Mind the gap.")])
                == .notSaid("no voice \"xx\": Mind the gap."))
        #expect(verdict([Self.asked, Self.report(.failed, "no words for a cue", request: 0)]) == .waiting)
    }

    @Test(arguments: ["Mind the", "🧑🏽‍…", ""])
    func `the text of a report may be cut or missing`(reported: String) {
        let events = [Self.asked, Self.report(.began, reported)]
        #expect(verdict(events) == .speaking)
        #expect(verdict(events + [Self.report(.ended)]) == .said)
        #expect(
            verdict([Self.asked, Self.report(.cancelled, "speech is muted: \(reported)")])
                == .notSaid("speech is muted: \(reported)"))
    }

    @Test func `the reports of another utterance with the same text are ignored`() {
        let kinds: [ReportKind] = [.began, .ended, .progressed, .paused, .continued, .note, .cancelled, .failed]
        for kind in kinds {
            #expect(verdict([Self.asked, Self.report(kind, "Mind the gap.", request: 2)]) == .waiting, "\(kind)")
        }
        let another = [Self.asked, Self.report(.ended, "Mind the gap.", request: 2)]
        #expect(verdict(another + [Self.report(.began, "Mind the gap.")]) == .speaking)
    }

    @Test func `the same text of another request is another request`() {
        var other = Self.text
        other.requestNumber = 6
        let asked = Event.command(ControlCommand(action: .say(other)))
        let hindered = watch([asked, Self.report(.warning, "of the other", request: 0)])
        guard case .unknown(let reason) = outcome(hindered, status: Self.status()).0 else {
            Issue.record("it was decided otherwise")
            return
        }
        #expect(!reason.contains("of the other"))
    }

    @Test func `a control that dies while it speaks is not awaited`() {
        let began = watch([Self.asked, Self.report(.began, "Mind the gap.")])
        let paused = watch([Self.asked, Self.report(.began, "Mind the gap."), Self.report(.paused)])
        for watch in [began, paused] {
            for status in [Self.status(process: 8), Self.status(heard: 7), Self.status(heard: nil)] {
                let (verdict, seconds) = outcome(watch, status: status)
                #expect(verdict == .notSaid("the control speech, which had begun to speak it, has ended or hangs"))
                #expect(seconds == 10)
            }
        }
        #expect(outcome(began, status: Self.status()).after == 66, "it lives, but reports nothing")
        #expect(outcome(paused, status: Self.status()).after == 3600)
    }

    @Test func `an outcome that can no longer be known is reported as unknown, not as failed`() {
        let asked = watch([Self.asked])
        guard case (.unknown(let reason), 60) = outcome(asked, status: Self.status()) else {
            Issue.record("not after its minute")
            return
        }
        #expect(reason.contains("may wait") && reason.contains("stop"))
        #expect(
            outcome(asked, status: nil) == (.unknown("learn the outcome: the bus no longer answers"), 10))
        for delivery in [Delivery.restarted(run: 2), .resynchronized(missed: 1)] {
            var watch = watch([Self.asked, Self.report(.began, "Mind the gap.")])
            watch.take(delivery, at: Self.start)
            guard case .unknown = watch.verdict else {
                Issue.record("\(watch.verdict)")
                return
            }
        }
    }

    @Test func `the obstacle of the control is reported when speech does not begin`() {
        let hindered = watch([Self.asked, Self.report(.warning, "failed to reach the sound server", request: 0)])
        guard case .unknown(let reason) = outcome(hindered, status: Self.status()).0 else {
            Issue.record("it was decided otherwise")
            return
        }
        #expect(reason.contains("reach the sound server"))
    }
}
