import NavigationControl
import NavigationEvents
import Platform

/// Says the utterances of a desk, one after another. Lives on one thread, with its engine and its sink.
final class Voice {
    /// What a voice needs from outside; each part may be called on the voice's thread.
    struct Surroundings: Sendable {
        /// Tells the bus.
        var reporter: Reporter
        /// Shows a sentence before it is spoken.
        var show: @Sendable (String) -> Void
        /// Shows what went wrong and is reported nowhere: the reporter shows warnings and failures by itself.
        var complain: @Sendable (String) -> Void
        /// Where it stays known that a sentence was said.
        var memory = ControlMemory()
        /// Shows what was chosen.
        var inform: @Sendable (String) -> Void = { _ in }
        /// Whether each word is reported when it is reached.
        var reportsWords = false
        /// Silence before the first sentence after a rest: Bluetooth swallows what comes while it wakes up.
        var leadInSeconds = 0.0
        /// Puts an error into words; it completes "failed to …".
        var explain: @Sendable (SpeechError) -> String = { "\($0)" }
    }

    /// How long the sink stays open when nothing is to be said: what follows at once finds it so.
    private static let lingerMilliseconds = 150.0
    /// How long it waits before it tries again where there was no sound.
    private static let pauseMilliseconds = 250.0

    private let desk: VoiceDesk
    private let synthesizer: any SpeechSynthesizer
    private let sink: any AudioSink
    private let surroundings: Surroundings
    private let spoken: SpokenFolder?
    private var silence: UtteranceSilence
    /// The utterance that is being said, and how far it has come.
    private var course = Course()
    private var isAtRest = true
    /// Utterances that were shown, and could not begin.
    private var shown: Set<UInt64> = []
    /// The last complaint, so that the same one is not printed for every sentence.
    private var lastComplaint = ""

    private var setback = Setback()

    private struct Course {
        var utterance: Utterance?
        /// The last word that was begun.
        var reached: Range<Int>?
        /// Whether the engine was told to end.
        var isEnded = false
        var problem: SpeechError?
    }

    init(
        desk: VoiceDesk, synthesizer: any SpeechSynthesizer, sink: any AudioSink, surroundings: Surroundings,
        keptIn spoken: SpokenFolder? = nil
    ) throws(SpeechError) {
        self.desk = desk
        self.synthesizer = synthesizer
        self.sink = sink
        self.surroundings = surroundings
        self.spoken = spoken
        silence = UtteranceSilence(leadInSeconds: surroundings.leadInSeconds, isPaced: sink.isPaced)
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
            case .speak(let utterance): if prepare(utterance) { speak(utterance) }
            case .tell(let notice): surroundings.tell(notice)
            case .rest: rest()
            case .waitForTouch(let milliseconds): desk.wait(milliseconds: milliseconds)
            case .leave:
                sink.close()
                synthesizer.close()
                return
            }
        }
    }

    private func rest() {
        guard !isAtRest else { return desk.wait() }
        let left = silence.millisecondsSinceEnd.map { Self.lingerMilliseconds - $0 } ?? 0
        if sink.isPaced, left > 0 { return desk.wait(milliseconds: Int32(clamping: left.rounded(.up))) }
        sink.rest()
        isAtRest = true
    }

    /// Shows the utterance and makes the output ready; an utterance that nobody could hear waits until it is.
    private func prepare(_ utterance: Utterance) -> Bool {
        if !utterance.isResumed, shown.insert(utterance.number).inserted { surroundings.show(utterance.text) }
        do throws(SpeechError) {
            try sink.prepare()
            shown.remove(utterance.number)
            return true
        } catch {
            guard sink.isOptional, !desk.isLeaving else {
                _ = desk.finish(isComplete: true)
                // Whoever asked for the words knows them by these: nothing of them has begun.
                report(.failed, utterance, "failed to \(surroundings.explain(error)): \(utterance.text)")
                return false
            }
            warn(error, utterance)
            desk.putBack()
            let end = (MonotonicInstant.now.seconds * 1000) + Self.pauseMilliseconds
            while !desk.isLeaving, (MonotonicInstant.now.seconds * 1000) < end {
                desk.wait(milliseconds: Int32(clamping: (end - (MonotonicInstant.now.seconds * 1000)).rounded(.up)))
            }
            return false
        }
    }

    private func speak(_ utterance: Utterance) {
        let sound = keep(utterance)
        report(utterance.isResumed ? .continued : .began, utterance, utterance.text)
        course = Course(utterance: utterance)
        do throws(SpeechError) {
            keepSilent(before: utterance)
            if !course.isEnded {
                if let sound { sound.play(into: self) } else { try synthesize(utterance, into: self) }
            }
            if let problem = course.problem { throw problem }
            end(utterance, isComplete: try endSound(of: utterance))
        } catch {
            recover(from: error, utterance)
        }
    }

    /// Makes the sound of an utterance and keeps it, before anybody is told that it begins.
    ///
    /// - Returns: `nil` if nothing is kept; what went wrong then comes again, and is told, when it is said.
    private func keep(_ utterance: Utterance) -> RecordedSound? {
        guard let spoken, !utterance.isResumed, !SpokenFolder.isTooLong(utterance) else { return nil }
        let desk = desk
        let sound = RecordedSound(mostSamples: SpokenFolder.mostSeconds * synthesizer.sampleRate) {
            // What is more urgent waits for nothing that nobody hears yet; what stands still may be made meanwhile.
            desk.demand == .goOn || desk.demand == .hold
        }
        guard (try? synthesize(utterance, into: sound)) != nil, sound.isComplete, !sound.isEmpty else { return nil }
        if let problem = spoken.keep(sound, of: utterance.number, sampleRate: synthesizer.sampleRate) {
            surroundings.reporter(.warning, text: problem)
        }
        return sound
    }

    /// A voice that does not exist is no reason to say nothing.
    private func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) throws(SpeechError) {
        do throws(SpeechError) {
            try synthesizer.synthesize(utterance, into: receiver)
        } catch {
            guard case .noVoice = error, !utterance.properties.voice.isEmpty else { throw error }
            warn(error, utterance)
            var plain = utterance
            plain.properties.voice = ""
            try synthesizer.synthesize(plain, into: receiver)
        }
    }

    /// Lets the rest be heard, or throws it away; gives whether all of it was said.
    private func endSound(of utterance: Utterance) throws(SpeechError) -> Bool {
        if course.isEnded, desk.demand == .endNow {
            try sink.abandonSentence()
            return false
        }
        // Before the end: who starts again after a crash may say a sentence that was cut short, never a whole one.
        if !course.isEnded, let cue = utterance.origin { surroundings.memory.rendered(cue) }
        var isThrownAway = false
        try sink.endSentence { milliseconds in
            if desk.demand != .endNow { desk.wait(milliseconds: milliseconds) }
            isThrownAway = desk.demand == .endNow
            return isThrownAway
        }
        return !course.isEnded && !isThrownAway
    }

    private func end(_ utterance: Utterance, isComplete: Bool) {
        lastComplaint = ""
        silence.end(utterance, isComplete: isComplete)
        switch desk.finish(isComplete: isComplete, reached: course.reached) {
        case .said: report(.ended, utterance, utterance.text)
        case .cut(let why): report(.cancelled, utterance, "\(why.rawValue): \(utterance.text)", course.reached)
        case .setAside(let why): report(.paused, utterance, why.rawValue, course.reached)
        }
    }

    private func recover(from error: SpeechError, _ utterance: Utterance) {
        silence.end(utterance, isComplete: false)
        if sink.isOptional, error.isAboutSound, !desk.isLeaving,
            setback.mayTryAgain(utterance.number, at: course.reached),
            case .setAside(let why) = desk.finish(isComplete: false, reached: course.reached)
        {
            report(.paused, utterance, why.rawValue, course.reached)
            warn(error, utterance)
        } else {
            _ = desk.finish(isComplete: true)
            report(.failed, utterance, "failed to \(surroundings.explain(error))", course.reached)
        }
        do throws(SpeechError) {
            try sink.abandonSentence()
        } catch {
            warn(error)
        }
    }

    private func warn(_ error: SpeechError, _ utterance: Utterance? = nil) {
        warn("failed to \(surroundings.explain(error))", utterance)
    }

    private func warn(_ complaint: String, _ utterance: Utterance?) {
        guard complaint != lastComplaint else { return }
        lastComplaint = complaint
        surroundings.reporter(
            .warning, effect: "utterance", cue: utterance?.cue, text: complaint,
            effectNumber: utterance?.number ?? 0)
    }

    private func report(_ kind: ReportKind, _ utterance: Utterance, _ text: String, _ range: Range<Int>? = nil) {
        surroundings.reporter(
            kind, effect: "utterance", cue: utterance.cue, text: text, range: range, effectNumber: utterance.number)
    }
}

extension Voice.Surroundings {
    /// Tells the bus of a sentence that is not said.
    func tell(_ notice: Notice) {
        reporter(
            notice.kind, effect: "utterance", cue: notice.cue, text: notice.text, effectNumber: notice.effectNumber)
    }
}

extension Voice: SampleReceiver {
    func reach(_ range: Range<Int>, atSample sample: Int) {
        if desk.demand == .endAtWord { course.isEnded = true }
        guard !course.isEnded, !range.isEmpty, let utterance = course.utterance else { return }
        course.reached = range
        if surroundings.reportsWords { report(.progressed, utterance, utterance.words(in: range), range) }
    }

    func omit(_ names: [String]) {
        warn("\(names.joined(separator: ", ")) in SSML is left out; the text is said", course.utterance)
    }

    func receive(_ samples: UnsafeBufferPointer<Int16>) -> Bool {
        guard !course.isEnded, course.problem == nil else { return false }
        do throws(SpeechError) {
            var left = samples[...]
            repeat {
                if desk.demand == .hold { try stand() }
                if desk.demand == .endNow { course.isEnded = true }
                if course.isEnded { return false }
                if left.isEmpty { return true }
                isAtRest = false
                let count = try sink.write(UnsafeBufferPointer(rebasing: left)) { desk.demand.isImmediate }
                left = left.dropFirst(count)
            } while !left.isEmpty
            return true
        } catch {
            course.problem = error
            return false
        }
    }

    /// Stands still until it is to go on, or to end.
    private func stand() throws(SpeechError) {
        guard let utterance = course.utterance else { return }
        try sink.hold(true)
        report(.paused, utterance, "a person paused it", course.reached)
        while desk.demand == .hold { desk.wait() }
        guard desk.demand == .goOn else {
            // What is to end is thrown away where it stands.
            try sink.abandonSentence()
            course.isEnded = true
            return
        }
        try sink.hold(false)
        report(.continued, utterance, utterance.text, course.reached)
    }

    /// Silence before an utterance: what was asked for between the two, and for the output to wake up.
    private func keepSilent(before utterance: Utterance) {
        var left = Int(
            clamping: silence.seconds(before: utterance, isAtRest: isAtRest) * Double(synthesizer.sampleRate))
        let piece = [Int16](repeating: 0, count: max(synthesizer.sampleRate * 6 / 100, 1))
        while left > 0, !course.isEnded {
            let isTaken = piece.withUnsafeBufferPointer {
                receive(UnsafeBufferPointer(rebasing: $0.prefix(left)))
            }
            // In silence there is no word to be ended.
            guard isTaken, desk.demand != .endAtWord else {
                course.isEnded = true
                return
            }
            left -= piece.count
        }
    }
}
