import NavigationControl
import NavigationEvents

/// Says the sentences of a desk, one after another. Lives on one thread, with its engine and its sink.
final class Voice {
    /// What a voice needs from outside; each part may be called on the voice's thread.
    struct Surroundings: Sendable {
        /// Tells the bus.
        var reporter: Reporter
        /// Shows a sentence before it is spoken.
        var show: @Sendable (String) -> Void
        /// Shows what went wrong.
        var complain: @Sendable (String) -> Void
        /// Where it stays known that a sentence was said.
        var memory = ControlMemory()
    }

    private let desk: VoiceDesk
    private let synthesizer: any SpeechSynthesizer
    private let sink: any AudioSink
    private let surroundings: Surroundings
    private var problem: SpeechError?
    /// The last complaint, so that the same one is not printed for every sentence.
    private var lastComplaint = ""

    init(
        desk: VoiceDesk, synthesizer: any SpeechSynthesizer, sink: any AudioSink, surroundings: Surroundings
    ) throws(SpeechError) {
        self.desk = desk
        self.synthesizer = synthesizer
        self.sink = sink
        self.surroundings = surroundings
        do {
            try sink.open(sampleRate: synthesizer.sampleRate)
        } catch {
            guard sink.isOptional else {
                synthesizer.close()
                throw error
            }
            warn(error)
        }
    }

    /// Speaks until the desk says leave.
    func run() {
        while true {
            switch desk.next() {
            case .speak(let utterance): speak(utterance)
            case .tell(let notice): surroundings.tell(notice)
            case .rest:
                sink.rest()
                desk.wait()
            case .leave:
                sink.close()
                synthesizer.close()
                return
            }
        }
    }

    private func speak(_ utterance: Utterance) {
        surroundings.show(utterance.text)
        report(.began, utterance, utterance.text)
        problem = nil
        do throws(SpeechError) {
            try synthesizer.synthesize(utterance, into: self)
            if let problem { throw problem }
            // Before the end: who starts again after a crash may say a sentence that was cut short, never a whole one.
            if let cue = utterance.origin { surroundings.memory.rendered(cue) }
            if desk.isCut {
                try sink.abandonSentence()
            } else {
                try sink.endSentence { milliseconds in
                    if !desk.isCut { desk.wait(milliseconds: milliseconds) }
                    return desk.isCut
                }
            }
            end(utterance)
        } catch {
            recover(from: error, utterance)
        }
    }

    private func end(_ utterance: Utterance) {
        lastComplaint = ""
        if let dismissal = desk.finish() {
            report(.cancelled, utterance, "\(dismissal.rawValue): \(utterance.text)")
        } else {
            report(.ended, utterance, utterance.text)
        }
    }

    private func recover(from error: SpeechError, _ utterance: Utterance) {
        _ = desk.finish()
        report(.failed, utterance, "failed to \(error)")
        warn(error)
        do throws(SpeechError) {
            try sink.abandonSentence()
        } catch {
            warn(error)
        }
    }

    private func warn(_ error: SpeechError) {
        let complaint = "failed to \(error)"
        guard complaint != lastComplaint else { return }
        lastComplaint = complaint
        surroundings.complain(complaint)
        surroundings.reporter(.warning, effect: "utterance", text: complaint)
    }

    private func report(_ kind: ReportKind, _ utterance: Utterance, _ text: String) {
        surroundings.reporter(kind, effect: "utterance", cue: utterance.cue, text: text)
    }
}

extension Voice.Surroundings {
    /// Tells the bus of a sentence that is not said.
    func tell(_ notice: Notice) {
        reporter(notice.kind, effect: "utterance", cue: notice.cue, text: notice.text)
    }
}

extension Voice: SampleReceiver {
    func reach(_ range: Range<Int>, atSample sample: Int) {}

    func receive(_ samples: UnsafeBufferPointer<Int16>) -> Bool {
        guard !desk.isCut else { return false }
        do throws(SpeechError) {
            try sink.write(samples)
            return true
        } catch {
            problem = error
            return false
        }
    }
}
