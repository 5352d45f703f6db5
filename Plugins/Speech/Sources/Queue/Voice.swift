import NavigationControl
import NavigationEvents
import Platform

/// Speaks the utterances of the queue, one after another. Runs on one thread, with its engine and its sink.
final class Voice {
    /// The dependencies of a voice. Its closures run on the thread of the voice.
    struct Surroundings: Sendable {
        /// Sends reports to the bus.
        var reporter: Reporter
        /// Prints a sentence before it is spoken.
        var show: @Sendable (String) -> Void
        /// Prints problems that are not reported. The reporter prints warnings and failures itself.
        var complain: @Sendable (String) -> Void
        /// The memory of rendered cues.
        var memory = ControlMemory()
        /// Prints the chosen engine and output.
        var inform: @Sendable (String) -> Void = { _ in }
        /// Whether each word is reported.
        var reportsWords = false
        /// The silence before the first sentence after a rest, in seconds. A Bluetooth device loses the sound while it
        /// wakes up.
        var leadInSeconds = 0.0
        /// Describes an error; the text completes "failed to …".
        var explain: @Sendable (SpeechError) -> String = { "\($0)" }
    }

    /// The time for which the sink stays open after an utterance, so that the next one can follow at once.
    private static let lingerMilliseconds = 150.0
    /// The interval between attempts to reach the output.
    private static let pauseMilliseconds = 250.0

    private let desk: VoiceDesk
    private let synthesizer: any SpeechSynthesizer
    private let sink: any AudioSink
    private let surroundings: Surroundings
    private let spoken: SpokenFolder?
    private var silence: UtteranceSilence
    /// The current utterance and its progress.
    private var course = Course()
    private var isAtRest = true
    /// The numbers of utterances that were printed but could not begin.
    private var shown: Set<UInt64> = []
    /// The last warning, so that it is not repeated for every sentence.
    private var lastComplaint = ""

    private var setback = Setback()

    private struct Course {
        var utterance: Utterance?
        /// The range of the last word that was begun.
        var reached: Range<Int>?
        /// Whether the engine has to end.
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

    /// Speaks until the queue requests the end of the voice.
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

    /// Prints the utterance and opens the output. Without an output the utterance waits.
    private func prepare(_ utterance: Utterance) -> Bool {
        if !utterance.isResumed, shown.insert(utterance.number).inserted { surroundings.show(utterance.text) }
        do throws(SpeechError) {
            try sink.prepare()
            shown.remove(utterance.number)
            return true
        } catch {
            guard sink.isOptional, !desk.isLeaving else {
                _ = desk.finish(isComplete: true)
                // The report contains the text, since there was no report of its beginning.
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

    /// Synthesizes and keeps the sound of an utterance before its beginning is reported.
    ///
    /// - Returns: `nil` if nothing is kept. An error occurs again, and is reported, when the utterance is spoken.
    private func keep(_ utterance: Utterance) -> RecordedSound? {
        guard let spoken, !utterance.isResumed, !SpokenFolder.isTooLong(utterance) else { return nil }
        let desk = desk
        let sound = RecordedSound(mostSamples: SpokenFolder.mostSeconds * synthesizer.sampleRate) {
            // A more urgent utterance interrupts the synthesis; a pause does not.
            desk.demand == .goOn || desk.demand == .hold
        }
        guard (try? synthesize(utterance, into: sound)) != nil, sound.isComplete, !sound.isEmpty else { return nil }
        if let problem = spoken.keep(sound, of: utterance.number, sampleRate: synthesizer.sampleRate) {
            surroundings.reporter(.warning, text: problem)
        }
        return sound
    }

    /// Synthesizes an utterance. If its voice does not exist, the usual voice speaks after a warning.
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

    /// Waits for the end of the sound, or discards the rest; returns whether the utterance was completed.
    private func endSound(of utterance: Utterance) throws(SpeechError) -> Bool {
        if course.isEnded, desk.demand == .endNow {
            try sink.abandonSentence()
            return false
        }
        // The cue is recorded before the end of the sound: after a crash, a restarted process may repeat an incomplete
        // sentence, but never a complete one.
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
    /// Reports an utterance that is not spoken.
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
        warn("\(names.joined(separator: ", ")) in SSML is omitted; the text is spoken", course.utterance)
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

    /// Pauses the output until the utterance continues or ends.
    private func stand() throws(SpeechError) {
        guard let utterance = course.utterance else { return }
        try sink.hold(true)
        report(.paused, utterance, "a person paused it", course.reached)
        while desk.demand == .hold { desk.wait() }
        guard desk.demand == .goOn else {
            // The rest of an utterance that ends during the pause is discarded.
            try sink.abandonSentence()
            course.isEnded = true
            return
        }
        try sink.hold(false)
        report(.continued, utterance, utterance.text, course.reached)
    }

    /// Writes the silence before an utterance: the delays of the utterances and the lead-in of the output.
    private func keepSilent(before utterance: Utterance) {
        var left = Int(
            clamping: silence.seconds(before: utterance, isAtRest: isAtRest) * Double(synthesizer.sampleRate))
        let piece = [Int16](repeating: 0, count: max(synthesizer.sampleRate * 6 / 100, 1))
        while left > 0, !course.isEnded {
            let isTaken = piece.withUnsafeBufferPointer {
                receive(UnsafeBufferPointer(rebasing: $0.prefix(left)))
            }
            // Silence has no word to complete.
            guard isTaken, desk.demand != .endAtWord else {
                course.isEnded = true
                return
            }
            left -= piece.count
        }
    }
}
