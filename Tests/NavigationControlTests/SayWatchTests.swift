import NavigationEvents
import Testing

@testable import NavigationControl

@Suite("Who has asked for words hears what becomes of them")
struct SayWatchTests {
    private static let text = SpokenText(text: "Mind the gap.")
    private static let asked = Event.command(ControlCommand(action: .say(text)))

    private static func report(
        _ kind: ReportKind, _ text: String = "", number: UInt64 = 3, process: Int32 = 7, effect: String = "utterance",
        cue: CueReference? = nil
    ) -> Event {
        .control(
            ControlReport(
                control: "speech", kind: kind, effect: effect, cue: cue, text: text, processID: process,
                effectNumber: number))
    }

    private func verdict(_ events: [Event], text: SpokenText = text) -> SayWatch.Verdict {
        var watch = SayWatch(text)
        for event in events { watch.take(event) }
        return watch.verdict
    }

    @Test func `they are said when the utterance with these words has ended`() {
        let began = [Self.asked, Self.report(.began, "Mind the gap.")]
        #expect(verdict([Self.asked]) == .waiting)
        #expect(verdict(began) == .speaking)
        #expect(verdict(began + [Self.report(.paused)]) == .paused)
        #expect(verdict(began + [Self.report(.paused), Self.report(.continued)]) == .speaking)
        #expect(verdict(began + [Self.report(.ended)]) == .said)
    }

    @Test func `another utterance, another process, an announcement and what was said before mean nothing`() {
        let began = [Self.asked, Self.report(.began, "Mind the gap.")]
        #expect(verdict([Self.report(.began, "Mind the gap."), Self.asked, Self.report(.ended)]) == .waiting)
        #expect(verdict(began + [Self.report(.ended, number: 4)]) == .speaking)
        #expect(verdict(began + [Self.report(.ended, process: 8)]) == .speaking)
        #expect(verdict(began + [Self.report(.ended, effect: "sign")]) == .speaking)
        let cue = CueReference(identity: 1, stage: .now)
        #expect(verdict([Self.asked, Self.report(.began, "Mind the gap.", cue: cue)]) == .waiting)
        #expect(verdict([.command(ControlCommand(action: .say(SpokenText(text: "No."))))]) == .waiting)
    }

    @Test func `why they were not said is told, also when nobody ever began`() {
        let began = [Self.asked, Self.report(.began, "Mind the gap.")]
        #expect(verdict(began + [Self.report(.cancelled)]) == .notSaid("it was cancelled"))
        #expect(
            verdict([Self.asked, Self.report(.failed, "no voice \"xx\": Mind the gap.")])
                == .notSaid("no voice \"xx\": Mind the gap."))
        #expect(verdict([Self.asked, Self.report(.failed, "no words for a cue")]) == .waiting)
    }

    @Test func `what a report had to cut is known all the same`() {
        let long = SpokenText(text: String(repeating: "la ", count: 1000))
        let events = [
            Event.command(ControlCommand(action: .say(long))),
            Self.report(.began, String(long.text.prefix(2000)) + "…"), Self.report(.ended),
        ]
        #expect(verdict(events, text: long) == .said)
    }
}
