import Glibc
import NavigationControl
import NavigationEvents
import Platform
import Synchronization
import Testing

@testable import Speech

/// Detection of a hanging voice; a waiting voice does not count as hanging.
@Suite struct VoiceStandstillTests {
    /// An engine that hangs in each utterance until a signal.
    private final class HangingSynthesizer: SpeechSynthesizer {
        let sampleRate = 8000
        private let isInside: WakeUp
        private let release: WakeUp

        init(isInside: WakeUp, release: WakeUp) { (self.isInside, self.release) = (isInside, release) }
        func close() {}

        func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) {
            isInside.wake()
            release.wait()
        }
    }

    /// An engine that loses its connection with every utterance.
    private final class RefusingSynthesizer: SpeechSynthesizer {
        let sampleRate = 8000
        func close() {}

        func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) throws(SpeechError) {
            if utterance.text == "bad" { throw .dispatcher(reason: "it refuses this") }
        }
    }

    /// An optional sink that accepts all sound at once.
    private final class OpenSink: AudioSink {
        let isOptional = true
        let isPaced = true
        let name = "nothing"
        func open(sampleRate: Int) {}
        func write(_ samples: UnsafeBufferPointer<Int16>, isDisturbed: () -> Bool) -> Int { samples.count }
        func endSentence(isCut: (Int32) -> Bool) {}
        func abandonSentence() {}
        func rest() {}
        func close() {}
    }

    private func isStuckLater(_ desk: VoiceDesk) -> Bool {
        desk.isStuck(at: (MonotonicInstant.now.seconds * 1000) + VoiceDesk.mostMilliseconds + 1)
    }

    @Test func `a hanging engine is detected`() throws {
        let (desk, witness) = (try VoiceDesk(isPaced: true), Witness())
        let (isInside, release) = (try WakeUp.ofVoice(), try WakeUp.ofVoice())
        #expect(!isStuckLater(desk), "there is no voice yet")
        let surroundings = witness.surroundings
        let thread = try VoiceThread(desk: desk) { () throws(SpeechError) in
            try Voice(
                desk: desk, synthesizer: HangingSynthesizer(isInside: isInside, release: release),
                sink: OpenSink(), surroundings: surroundings)
        }
        #expect(eventually { !isStuckLater(desk) }, "a resting voice does not hang")
        _ = desk.change { $0.add(.spoken("one"), at: .noon) }
        isInside.wait()
        #expect(isStuckLater(desk))
        #expect(!desk.isStuck, "it may take some time")
        release.wake()
        #expect(eventually { !isStuckLater(desk) })
        thread.stop()
        #expect(!isStuckLater(desk), "an ended voice does not hang")
        #expect(witness.texts(.ended) == ["one"])
    }

    @Test func `an utterance that fails three times at the same word is dropped`() throws {
        let (desk, witness) = (try VoiceDesk(isPaced: true), Witness())
        let surroundings = witness.surroundings
        let thread = try VoiceThread(desk: desk) { () throws(SpeechError) in
            try Voice(
                desk: desk, synthesizer: RefusingSynthesizer(), sink: OpenSink(), surroundings: surroundings)
        }
        defer { thread.stop() }
        _ = desk.change { $0.add(.spoken("bad"), at: .noon) + $0.add(.spoken("good"), at: .noon) }
        #expect(witness.sees { $0.reports.contains { $0.kind == .ended && $0.text == "good" } })
        let kinds = witness.notes.reports.filter { $0.effectNumber == 1 && $0.kind != .warning }.map(\.kind)
        #expect(kinds == [.began, .paused, .continued, .paused, .continued, .failed])
    }

    @Test func `a stalled reader can be interrupted and is reported`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let sink = PCMSink(descriptor: ends[1])
        try sink.open(sampleRate: 8_000_000)
        let samples = [Int16](repeating: 1, count: 200_000)
        // The pipe accepts 64 KiB, then no more, since it has no active reader.
        let taken = try samples.withUnsafeBufferPointer { try sink.write($0) { true } }
        #expect((1..<samples.count).contains(taken))
        #expect {
            try samples.withUnsafeBufferPointer { try sink.write($0) { false } }
        } throws: { "\($0)".contains("its reader takes no sound") }
    }
}
