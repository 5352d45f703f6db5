import Foundation
import NavigationEvents
import Synchronization
import SpeechTestSupport
import TestSupport
import Testing

@testable import SpeechEngine

/// Interruptions and pauses of sentences, with an engine that marks words and a sink that accepts samples one by one.
@Suite struct VoiceInterruptionTests {
    /// An engine that makes one sample for every letter and marks the words.
    private final class WordSynthesizer: SpeechSynthesizer {
        let sampleRate = 8000
        /// Called with each synthesized sample.
        var made: (Unicode.Scalar) -> Void = { _ in }
        func close() {}

        func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) {
            var place = utterance.startOffset
            var isAtStart = true
            for scalar in utterance.rest {
                if isAtStart, scalar != " " { receiver.reach(place..<(place + 1), atSample: place) }
                isAtStart = scalar == " "
                place += 1
                made(scalar)
                let samples = [Int16(truncatingIfNeeded: scalar.value)]
                guard samples.withUnsafeBufferPointer({ receiver.receive($0) }) else { return }
            }
        }
    }

    /// The played letters, and the number of samples that may still be played.
    private final class Gate: Sendable {
        private let state = Mutex<(heard: [UInt8], left: Int, calls: [String])>(([], 0, []))
        var heard: String { state.withLock { String(decoding: $0.heard, as: UTF8.self) } }
        var calls: [String] { state.withLock(\.calls) }
        func open(for count: Int) { state.withLock { $0.left += count } }
        func note(_ call: String) { state.withLock { $0.calls.append(call) } }

        func take(_ letter: UInt8) -> Bool {
            state.withLock { state in
                guard state.left > 0 else { return false }
                state.left -= 1
                state.heard.append(letter)
                return true
            }
        }
    }

    private final class GateSink: AudioSink {
        let isOptional = true
        let isPaced = true
        let name = "a gate"
        private let gate: Gate

        init(_ gate: Gate) { self.gate = gate }
        func open(sampleRate: Int) {}

        func write(_ samples: UnsafeBufferPointer<Int16>, isInterrupted: () -> Bool) -> Int {
            for (index, sample) in samples.enumerated() {
                while !gate.take(sample == 0 ? UInt8(ascii: "_") : UInt8(sample)) {
                    if isInterrupted() { return index }
                    _ = eventually(within: 0.001) { false }
                }
            }
            return samples.count
        }

        func endSentence(isCut: (Int32) -> Bool) { gate.note("heard") }
        func abandonSentence() { gate.note("thrown away") }
        func hold(_ isHeld: Bool) { gate.note(isHeld ? "hold" : "continue") }
        func rest() { gate.note("rest") }
        func close() {}
    }

    /// Records which utterances were kept. Safe on any thread.
    private final class Kept: Sendable {
        private let state = Mutex<[UInt64]>([])
        var numbers: [UInt64] { state.withLock(\.self) }
        func add(_ number: UInt64) { state.withLock { $0.append(number) } }
    }

    private struct Stage {
        let mailbox: VoiceMailbox
        let gate = Gate()
        let log = OutputLog()
        let thread: VoiceThread
        /// The numbers of the utterances whose sound was kept.
        let kept = Kept()

        /// - Parameters:
        ///   - isKept: Whether the sound of utterances is kept.
        ///   - made: Called with each synthesized sample, on the thread of the voice.
        init(
            leadInSeconds: Double = 0, isKept: Bool = false,
            made note: (@Sendable (VoiceMailbox, Unicode.Scalar) -> Void)? = nil
        ) throws {
            let made = try VoiceMailbox(isPaced: true)
            mailbox = made
            var dependencies = log.dependencies
            dependencies.leadInSeconds = leadInSeconds
            dependencies.reportsWords = true
            let (given, gate, kept) = (dependencies, gate, kept)
            thread = try VoiceThread(mailbox: made) { () throws(SpeechError) in
                let synthesizer = WordSynthesizer()
                if let note { synthesizer.made = { note(made, $0) } }
                return try Voice(
                    mailbox: made, synthesizer: synthesizer, sink: GateSink(gate), dependencies: given,
                    keeping: isKept ? { _, number, _ in kept.add(number) } : nil)
            }
        }

        func add(_ utterance: Utterance) { _ = mailbox.change { $0.add(utterance, at: .noon) } }

        func hears(_ text: String) -> Bool { eventually { gate.heard == text } }

        /// The reports without those of words.
        var kinds: [ReportKind] { log.notes.reports.map(\.kind).filter { $0 != .progressed } }
    }

    @Test func `a book is interrupted at the end of a word and continues with its sentence`() throws {
        let stage = try Stage()
        defer { stage.thread.stop() }
        stage.add(.read("One. Two three four."))
        stage.gate.open(for: 10)
        #expect(stage.hears("One. Two t"))
        stage.add(.make("left", stage: .prepare))
        stage.gate.open(for: 100)
        #expect(stage.hears("One. Two three left Two three four."))
        #expect(eventually { stage.kinds == [.began, .paused, .began, .ended, .continued, .ended] })
        #expect(stage.log.notes.shown == ["One. Two three four.", "left"], "each is shown once")
        #expect(!stage.gate.calls.contains("thrown away"))
        let paused = stage.log.notes.reports.first { $0.kind == .paused }
        #expect(paused?.range == 9..<10, "the word that was said last")
        #expect(
            stage.log.notes.reports.map(\.effectNumber).filter { $0 > 0 }.count == stage.log.notes.reports.count
        )
    }

    @Test func `a now interrupts in the middle of a word`() throws {
        let stage = try Stage()
        defer { stage.thread.stop() }
        stage.add(.make("continue", identity: 1, stage: .prepare))
        stage.gate.open(for: 4)
        #expect(stage.hears("cont"))
        stage.add(.make("left", identity: 2))
        #expect(eventually { stage.gate.calls.contains("thrown away") })
        stage.gate.open(for: 4)
        #expect(stage.hears("contleft"))
        #expect(eventually { stage.kinds == [.began, .cancelled, .began, .ended] })
    }

    @Test func `a paused utterance continues where it paused`() throws {
        let stage = try Stage()
        defer { stage.thread.stop() }
        stage.add(.spoken("one two"))
        stage.gate.open(for: 2)
        #expect(stage.hears("on"))
        _ = stage.mailbox.change { queue in
            queue.pause()
            return []
        }
        #expect(eventually { stage.gate.calls.contains("hold") })
        stage.gate.open(for: 100)
        #expect(stage.gate.heard == "on")
        _ = stage.mailbox.change { queue in
            queue.resume()
            return []
        }
        #expect(stage.hears("one two"))
        #expect(eventually { stage.kinds == [.began, .paused, .continued, .ended] })
    }

    @Test func `a paused utterance is set aside for an announcement`() throws {
        let stage = try Stage()
        defer { stage.thread.stop() }
        stage.add(.spoken("one two"))
        stage.gate.open(for: 2)
        #expect(stage.hears("on"))
        _ = stage.mailbox.change { queue in
            queue.pause()
            return []
        }
        #expect(eventually { stage.gate.calls.contains("hold") })
        stage.add(.make("left", stage: .prepare))
        stage.gate.open(for: 100)
        #expect(stage.hears("onleft"))
        _ = stage.mailbox.change { queue in
            queue.resume()
            return []
        }
        #expect(stage.hears("onleftone two"))
    }

    @Test func `a paused utterance that is stopped is discarded`() throws {
        let stage = try Stage()
        defer { stage.thread.stop() }
        stage.add(.spoken("one two"))
        stage.gate.open(for: 2)
        #expect(stage.hears("on"))
        _ = stage.mailbox.change { queue in
            queue.pause()
            return []
        }
        #expect(eventually { stage.gate.calls.contains("hold") })
        _ = stage.mailbox.change { $0.stop(isAtWord: true) }
        #expect(eventually { stage.kinds == [.began, .paused, .cancelled] })
        stage.add(.spoken("three"))
        stage.gate.open(for: 100)
        #expect(stage.hears("onthree"))
    }

    @Test func `the lead-in silence comes only after a rest`() throws {
        let stage = try Stage(leadInSeconds: 0.001)
        defer { stage.thread.stop() }
        stage.gate.open(for: 1000)
        _ = stage.mailbox.change { $0.add(.spoken("one"), at: .noon) + $0.add(.spoken("two"), at: .noon) }
        #expect(stage.hears("________onetwo"))
        #expect(eventually { stage.gate.calls.last == "rest" })
        stage.add(.spoken("one"))
        #expect(stage.hears("________onetwo________one"))
    }

    @Test func `keeping an utterance does not delay more urgent ones`() throws {
        for stage in [CueStage.now, .prepare] {
            let urgent = Utterance.make("left", identity: 2, stage: stage)
            let made = Mutex("")
            let stage = try Stage(isKept: true) { mailbox, scalar in
                let text = made.withLock { text in
                    text.unicodeScalars.append(scalar)
                    return text
                }
                // The announcement comes during the synthesis, before any sound is played.
                if text == "1 2 3" { _ = mailbox.change { $0.add(urgent, at: .noon) } }
            }
            defer {
                // The interrupted utterance is then completed.
                stage.gate.open(for: 100)
                stage.thread.stop()
            }
            stage.gate.open(for: 4)
            stage.add(.spoken("1 2 3 4 5 6 7 8 9"))
            #expect(stage.hears("left"), "\(stage.gate.heard)")
            #expect(eventually { made.withLock(\.self).hasPrefix("1 2 31left") }, "\(made.withLock(\.self))")
            #expect(stage.kept.numbers == [2])
        }
    }

    @Test func `an utterance too long to keep is synthesized once`() throws {
        let count = Mutex(0)
        let stage = try Stage(isKept: true) { _, _ in count.withLock { $0 += 1 } }
        defer { stage.thread.stop() }
        let text = String(repeating: "seven ", count: 180)
        stage.gate.open(for: text.count)
        stage.add(.spoken(text))
        #expect(stage.hears(text))
        #expect(count.withLock(\.self) == text.count)
        #expect(stage.kept.numbers.isEmpty)
    }

    @Test func `the source is used only when the queue is empty`() throws {
        let stage = try Stage()
        defer { stage.thread.stop() }
        stage.gate.open(for: 1000)
        let pieces = Mutex(["a", "b"])
        stage.mailbox.setSource { pieces.withLock { $0.isEmpty ? nil : Utterance.read($0.removeFirst()) } }
        #expect(stage.hears("ab"))
        #expect(eventually { stage.gate.calls.last == "rest" })
    }
}
