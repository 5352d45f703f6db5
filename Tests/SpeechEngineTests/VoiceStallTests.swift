import Glibc
import NavigationEvents
import Platform
import Synchronization
import SpeechTestSupport
import Testing
import TestSupport

@testable import SpeechEngine

/// Detection of a hanging voice; a waiting voice does not count as hanging.
@Suite struct VoiceStallTests {
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
        func write(_ samples: UnsafeBufferPointer<Int16>, isInterrupted: () -> Bool) -> Int { samples.count }
        func endSentence(isCut: (Int32) -> Bool) {}
        func abandonSentence() {}
        func rest() {}
        func close() {}
    }

    private func isStuckLater(_ mailbox: VoiceMailbox) -> Bool {
        mailbox.isStuck(at: (MonotonicInstant.now.seconds * 1000) + VoiceMailbox.maxMilliseconds + 1)
    }

    @Test func `a hanging engine is detected`() throws {
        let (mailbox, log) = (try VoiceMailbox(isPaced: true), OutputLog())
        let (isInside, release) = (try WakeUp.ofVoice(), try WakeUp.ofVoice())
        #expect(!isStuckLater(mailbox), "there is no voice yet")
        let dependencies = log.dependencies
        let thread = try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
            try Voice(
                mailbox: mailbox, synthesizer: HangingSynthesizer(isInside: isInside, release: release),
                sink: OpenSink(), dependencies: dependencies)
        }
        #expect(eventually { !isStuckLater(mailbox) }, "a resting voice does not hang")
        _ = mailbox.change { $0.add(.spoken("one"), at: .noon) }
        isInside.wait()
        #expect(isStuckLater(mailbox))
        #expect(!mailbox.isStuck, "it may take some time")
        release.wake()
        #expect(eventually { !isStuckLater(mailbox) })
        thread.stop()
        #expect(!isStuckLater(mailbox), "an ended voice does not hang")
        #expect(log.texts(.ended) == ["one"])
    }

    @Test func `an utterance that fails three times at the same word is dropped`() throws {
        let (mailbox, log) = (try VoiceMailbox(isPaced: true), OutputLog())
        let dependencies = log.dependencies
        let thread = try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
            try Voice(
                mailbox: mailbox, synthesizer: RefusingSynthesizer(), sink: OpenSink(), dependencies: dependencies)
        }
        defer { thread.stop() }
        _ = mailbox.change { $0.add(.spoken("bad"), at: .noon) + $0.add(.spoken("good"), at: .noon) }
        #expect(log.sees { $0.reports.contains { $0.kind == .ended && $0.text == "good" } })
        let kinds = log.notes.reports.filter { $0.effectNumber == 1 && $0.kind != .warning }.map(\.kind)
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
