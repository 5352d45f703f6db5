import TestSupport
import NavigationEvents
import Synchronization
import SpeechTestSupport
import Testing

@testable import SpeechEngine

/// A voice whose engine and sink record their calls.
@Suite struct VoiceTests {
    /// An engine that makes one sample for every letter, piece by piece.
    private final class LetterSynthesizer: SpeechSynthesizer {
        let sampleRate = 8000
        func close() {}

        func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) throws(SpeechError) {
            if utterance.text == "unspeakable" { throw .synthesis(text: utterance.text, code: 1) }
            for letter in utterance.text.utf8 {
                let isWanted = withUnsafeTemporaryAllocation(of: Int16.self, capacity: 1) { samples in
                    samples[0] = Int16(letter)
                    return receiver.receive(UnsafeBufferPointer(samples))
                }
                if !isWanted { return }
            }
        }
    }

    /// A sink that records its calls; the sentence "hold" lasts until it is interrupted.
    private final class NotingSink: AudioSink {
        let notes: Notes
        let isOptional: Bool
        let isPaced: Bool
        let name = "notes"
        private var isBroken: Bool

        init(_ notes: Notes, isBroken: Bool = false, isOptional: Bool = false) {
            isPaced = isOptional
            self.notes = notes
            self.isBroken = isBroken
            self.isOptional = isOptional
        }

        func open(sampleRate: Int) throws(SpeechError) {
            if isBroken { throw .soundServer(reason: "nobody there") }
            notes.add("open")
        }

        func write(_ samples: UnsafeBufferPointer<Int16>, isInterrupted: () -> Bool) throws(SpeechError) -> Int {
            if isBroken {
                isBroken = false
                throw .soundServer(reason: "nobody there")
            }
            notes.hear(samples.map { UInt8($0) })
            return samples.count
        }

        func endSentence(isCut: (Int32) -> Bool) {
            if notes.heard.hasSuffix("hold") { while !isCut(1000) {} }
            notes.add("end")
        }

        func abandonSentence() { notes.add("abandon") }
        func rest() { notes.add("rest") }
        func close() { notes.add("close") }
    }

    private final class Notes: Sendable {
        private let state = Mutex<(heard: [UInt8], calls: [String])>(([], []))
        var heard: String { state.withLock { String(decoding: $0.heard, as: UTF8.self) } }
        var calls: [String] { state.withLock(\.calls) }
        func add(_ call: String) { state.withLock { $0.calls.append(call) } }
        func hear(_ letters: [UInt8]) { state.withLock { $0.heard += letters } }
    }

    private func makeVoice(
        _ mailbox: VoiceMailbox, _ notes: Notes, _ log: OutputLog, isBroken: Bool = false, isOptional: Bool = false
    ) throws -> VoiceThread {
        let dependencies = log.dependencies
        return try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
            try Voice(
                mailbox: mailbox, synthesizer: LetterSynthesizer(),
                sink: NotingSink(notes, isBroken: isBroken, isOptional: isOptional), dependencies: dependencies)
        }
    }

    @Test func `every sentence is printed, reported, spoken and reported again`() throws {
        let (mailbox, notes, log) = (try VoiceMailbox(isPaced: false), Notes(), OutputLog())
        let thread = try makeVoice(mailbox, notes, log)
        let first = Utterance.make("one ", identity: 1)
        _ = mailbox.change { $0.add(first, at: .noon) + $0.add(.make("two", identity: 2), at: .noon) }
        thread.stop()
        thread.stop()
        #expect(notes.heard == "one two")
        #expect(log.notes.shown == ["one ", "two"])
        #expect(log.notes.reports.map(\.kind) == [.began, .ended, .began, .ended])
        #expect(log.notes.reports.first?.cue == first.cue)
        #expect(log.notes.reports.allSatisfy { $0.effect == "utterance" })
        #expect(notes.calls.filter { $0 != "rest" } == ["open", "end", "end", "close"])
    }

    @Test func `an urgent sentence interrupts the current one`() throws {
        let (mailbox, notes, log) = (try VoiceMailbox(isPaced: true), Notes(), OutputLog())
        let thread = try makeVoice(mailbox, notes, log)
        _ = mailbox.change { $0.add(.make("hold", identity: 1, stage: .prepare), at: .noon) }
        #expect(log.sees { $0.shown == ["hold"] })
        _ = mailbox.change { $0.add(.make("now", identity: 2), at: .noon) }
        #expect(log.sees { $0.reports.count == 4 })
        thread.stop()
        #expect(log.notes.reports.map(\.kind) == [.began, .cancelled, .began, .ended])
        #expect(log.texts(.cancelled) == ["interrupted by a more urgent one: hold"])
    }

    @Test func `a failed sentence is reported and the next one is spoken`() throws {
        let (mailbox, notes, log) = (try VoiceMailbox(isPaced: false), Notes(), OutputLog())
        let thread = try makeVoice(mailbox, notes, log)
        _ = mailbox.change {
            $0.add(.make("unspeakable", identity: 1), at: .noon) + $0.add(.make("fine", identity: 2), at: .noon)
        }
        thread.stop()
        #expect(notes.heard == "fine")
        #expect(log.notes.shown == ["unspeakable", "fine"])
        #expect(log.notes.reports.map(\.kind) == [.began, .failed, .began, .ended])
        #expect(log.notes.complaints.count == 1)
    }

    @Test func `without a sound server the voice starts, warns and tries again`() throws {
        let (mailbox, notes, log) = (try VoiceMailbox(isPaced: true), Notes(), OutputLog())
        let thread = try makeVoice(mailbox, notes, log, isBroken: true, isOptional: true)
        #expect(log.texts(.warning).count == 1)
        _ = mailbox.change { $0.add(.make("a", identity: 1), at: .noon) + $0.add(.make("b", identity: 2), at: .noon) }
        #expect(log.sees { $0.reports.count == 7 })
        thread.stop()
        #expect(
            log.notes.reports.map(\.kind) == [.warning, .began, .paused, .continued, .ended, .began, .ended])
        #expect(log.notes.complaints.count == 1)
        #expect(notes.heard == "ab", "the sentence without output is spoken again")
    }

    @Test func `a missing required device is an error`() throws {
        let (mailbox, notes, log) = (try VoiceMailbox(isPaced: false), Notes(), OutputLog())
        #expect(throws: SpeechError.soundServer(reason: "nobody there")) {
            try makeVoice(mailbox, notes, log, isBroken: true)
        }
    }
}
