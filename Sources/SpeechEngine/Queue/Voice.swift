package import NavigationEvents
import Platform

/// Speaks the utterances of the queue, one after another. Runs on one thread, with its engine and its sink.
package final class Voice {
    /// The dependencies of a voice. Its closures run on the thread of the voice.
    package struct Dependencies: Sendable {
        /// Receives the reports about utterances.
        package var report: @Sendable (UtteranceReport) -> Void
        /// Prints a sentence before it is spoken.
        package var show: @Sendable (String) -> Void
        /// Records a cue as announced.
        package var recordRendered: @Sendable (Cue) -> Void
        /// Whether each word is reported.
        package var reportsWords: Bool
        /// The silence before the first sentence after a rest, in seconds. A Bluetooth device loses the sound while it
        /// wakes up.
        package var leadInSeconds: Double
        /// Describes an error; the text completes "failed to …".
        package var explain: @Sendable (SpeechError) -> String

        /// Creates the dependencies; without the optional ones nothing is recorded and no word is reported.
        package init(
            report: @escaping @Sendable (UtteranceReport) -> Void, show: @escaping @Sendable (String) -> Void,
            recordRendered: @escaping @Sendable (Cue) -> Void = { _ in }, reportsWords: Bool = false,
            leadInSeconds: Double = 0, explain: @escaping @Sendable (SpeechError) -> String = { "\($0)" }
        ) {
            self.report = report
            self.show = show
            self.recordRendered = recordRendered
            self.reportsWords = reportsWords
            self.leadInSeconds = leadInSeconds
            self.explain = explain
        }
    }

    /// Keeps the sound of an utterance before it is spoken.
    ///
    /// The closure receives the sound, the number of the utterance and the sample rate. It runs on the thread of the
    /// voice.
    package typealias Keeping = (RecordedSound, UInt64, Int) -> Void

    /// The time for which the sink stays open after an utterance, so that the next one can follow at once.
    private static let lingerMilliseconds = 150.0
    /// The interval between attempts to reach the output.
    private static let retryMilliseconds = 250.0

    private let mailbox: VoiceMailbox
    private let synthesizer: any SpeechSynthesizer
    private let sink: any AudioSink
    private let dependencies: Dependencies
    private let keeping: Keeping?
    private var silence: UtteranceSilence
    /// The current utterance and its progress.
    private var progress = Progress()
    private var isAtRest = true
    /// The numbers of utterances that were printed but could not begin.
    private var shown: Set<UInt64> = []
    /// The last warning, so that it is not repeated for every sentence.
    private var lastComplaint = ""

    private var retries = RetryCounter()

    private struct Progress {
        var utterance: Utterance?
        /// The range of the last word that was begun.
        var reached: Range<Int>?
        /// Whether the engine has to end.
        var isEnded = false
        var problem: SpeechError?
    }

    /// Creates a voice and opens its output.
    ///
    /// - Parameters:
    ///   - mailbox: The queue of utterances.
    ///   - synthesizer: The engine; the voice closes it.
    ///   - sink: The output; the voice closes it.
    ///   - dependencies: The callbacks and the settings of the voice.
    ///   - keeping: Keeps the sound of utterances; `nil` if it is not kept.
    /// - Throws: ``SpeechError`` if the output cannot be opened, unless it may be missing for a while.
    package init(
        mailbox: VoiceMailbox, synthesizer: any SpeechSynthesizer, sink: any AudioSink, dependencies: Dependencies,
        keeping: Keeping? = nil
    ) throws(SpeechError) {
        self.mailbox = mailbox
        self.synthesizer = synthesizer
        self.sink = sink
        self.dependencies = dependencies
        self.keeping = keeping
        silence = UtteranceSilence(leadInSeconds: dependencies.leadInSeconds, isPaced: sink.isPaced)
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
            switch mailbox.next() {
            case .speak(let utterance): if prepare(utterance) { speak(utterance) }
            case .report(let report): dependencies.report(report)
            case .rest: rest()
            case .waitForPulse(let milliseconds): mailbox.wait(milliseconds: milliseconds)
            case .leave:
                sink.close()
                synthesizer.close()
                return
            }
        }
    }

    private func rest() {
        guard !isAtRest else {
            guard let utterance = mailbox.nextToMeasure else { return mailbox.wait() }
            return mailbox.measured(utterance, seconds: (try? synthesizer.seconds(of: utterance)) ?? 0)
        }
        let left = silence.millisecondsSinceEnd.map { Self.lingerMilliseconds - $0 } ?? 0
        if sink.isPaced, left > 0 { return mailbox.wait(milliseconds: Int32(clamping: left.rounded(.up))) }
        sink.rest()
        isAtRest = true
    }

    /// Prints the utterance and opens the output. Without an output the utterance waits.
    private func prepare(_ utterance: Utterance) -> Bool {
        if !utterance.isResumed, shown.insert(utterance.number).inserted { dependencies.show(utterance.text) }
        do throws(SpeechError) {
            try sink.prepare()
            shown.remove(utterance.number)
            return true
        } catch {
            guard sink.isOptional, !mailbox.isLeaving else {
                _ = mailbox.finish(isComplete: true)
                // The report contains the text, since there was no report of its beginning.
                report(.failed, utterance, "failed to \(dependencies.explain(error)): \(utterance.text)")
                return false
            }
            warn(error, utterance)
            mailbox.requeue()
            let end = (MonotonicInstant.now.seconds * 1000) + Self.retryMilliseconds
            while !mailbox.isLeaving, (MonotonicInstant.now.seconds * 1000) < end {
                mailbox.wait(milliseconds: Int32(clamping: (end - (MonotonicInstant.now.seconds * 1000)).rounded(.up)))
            }
            return false
        }
    }

    private func speak(_ utterance: Utterance) {
        let sound = keep(utterance)
        report(utterance.isResumed ? .continued : .began, utterance, utterance.text)
        progress = Progress(utterance: utterance)
        do throws(SpeechError) {
            keepSilent(before: utterance)
            if !progress.isEnded {
                if let sound { sound.play(into: self) } else { try synthesize(utterance, into: self) }
            }
            if let problem = progress.problem { throw problem }
            end(utterance, isComplete: try endSound(of: utterance))
        } catch {
            recover(from: error, utterance)
        }
    }

    /// Synthesizes and keeps the sound of an utterance before its beginning is reported.
    ///
    /// - Returns: `nil` if nothing is kept. An error occurs again, and is reported, when the utterance is spoken.
    private func keep(_ utterance: Utterance) -> RecordedSound? {
        guard let keeping, !utterance.isResumed, !RecordedSound.isTooLong(utterance) else { return nil }
        let mailbox = mailbox
        let sound = RecordedSound(maxSamples: RecordedSound.maxSeconds * synthesizer.sampleRate) {
            // A more urgent utterance interrupts the synthesis; a pause does not.
            mailbox.demand == .proceed || mailbox.demand == .hold
        }
        guard (try? synthesize(utterance, into: sound)) != nil, sound.isComplete, !sound.isEmpty else { return nil }
        keeping(sound, utterance.number, synthesizer.sampleRate)
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
        if progress.isEnded, mailbox.demand == .endNow {
            try sink.abandonSentence()
            return false
        }
        // The cue is recorded before the end of the sound: after a crash, a restarted process may repeat an incomplete
        // sentence, but never a complete one.
        if !progress.isEnded, let cue = utterance.origin { dependencies.recordRendered(cue) }
        var isThrownAway = false
        try sink.endSentence { milliseconds in
            if mailbox.demand != .endNow { mailbox.wait(milliseconds: milliseconds) }
            isThrownAway = mailbox.demand == .endNow
            return isThrownAway
        }
        return !progress.isEnded && !isThrownAway
    }

    private func end(_ utterance: Utterance, isComplete: Bool) {
        lastComplaint = ""
        silence.end(utterance, isComplete: isComplete)
        switch mailbox.finish(isComplete: isComplete, reached: progress.reached) {
        case .said: report(.ended, utterance, utterance.text)
        case .cut(let why): report(.cancelled, utterance, "\(why.rawValue): \(utterance.text)", progress.reached)
        case .setAside(let why): report(.paused, utterance, why.rawValue, progress.reached)
        }
    }

    private func recover(from error: SpeechError, _ utterance: Utterance) {
        silence.end(utterance, isComplete: false)
        if sink.isOptional, error.isAboutSound, !mailbox.isLeaving,
            retries.mayTryAgain(utterance.number, at: progress.reached),
            case .setAside(let why) = mailbox.finish(isComplete: false, reached: progress.reached)
        {
            report(.paused, utterance, why.rawValue, progress.reached)
            warn(error, utterance)
        } else {
            _ = mailbox.finish(isComplete: true)
            report(.failed, utterance, "failed to \(dependencies.explain(error))", progress.reached)
        }
        do throws(SpeechError) {
            try sink.abandonSentence()
        } catch {
            warn(error)
        }
    }

    private func warn(_ error: SpeechError, _ utterance: Utterance? = nil) {
        warn("failed to \(dependencies.explain(error))", utterance)
    }

    private func warn(_ complaint: String, _ utterance: Utterance?) {
        guard complaint != lastComplaint else { return }
        lastComplaint = complaint
        dependencies.report(
            UtteranceReport(
                .warning, cue: utterance?.cue, text: complaint, effectNumber: utterance?.number ?? 0,
                requestNumber: utterance?.requestNumber ?? 0))
    }

    private func report(_ kind: ReportKind, _ utterance: Utterance, _ text: String, _ range: Range<Int>? = nil) {
        dependencies.report(
            UtteranceReport(
                kind, cue: utterance.cue, text: text, range: range, effectNumber: utterance.number,
                requestNumber: utterance.requestNumber))
    }
}

extension Voice: SampleReceiver {
    package func reach(_ range: Range<Int>, atSample sample: Int) {
        if mailbox.demand == .endAtWord { progress.isEnded = true }
        guard !progress.isEnded, !range.isEmpty, let utterance = progress.utterance else { return }
        progress.reached = range
        if dependencies.reportsWords { report(.progressed, utterance, utterance.words(in: range), range) }
    }

    package func omit(_ names: [String]) {
        warn("\(names.joined(separator: ", ")) in SSML is omitted; the text is spoken", progress.utterance)
    }

    package func receive(_ samples: UnsafeBufferPointer<Int16>) -> Bool {
        guard !progress.isEnded, progress.problem == nil else { return false }
        do throws(SpeechError) {
            var left = samples[...]
            repeat {
                if mailbox.demand == .hold { try pauseOutput() }
                if mailbox.demand == .endNow { progress.isEnded = true }
                if progress.isEnded { return false }
                if left.isEmpty { return true }
                isAtRest = false
                let count = try sink.write(UnsafeBufferPointer(rebasing: left)) { mailbox.demand.isImmediate }
                left = left.dropFirst(count)
            } while !left.isEmpty
            return true
        } catch {
            progress.problem = error
            return false
        }
    }

    /// Pauses the output until the utterance continues or ends.
    private func pauseOutput() throws(SpeechError) {
        guard let utterance = progress.utterance else { return }
        try sink.hold(true)
        report(.paused, utterance, "a person paused it", progress.reached)
        while mailbox.demand == .hold { mailbox.wait() }
        guard mailbox.demand == .proceed else {
            // The rest of an utterance that ends during the pause is discarded.
            try sink.abandonSentence()
            progress.isEnded = true
            return
        }
        try sink.hold(false)
        report(.continued, utterance, utterance.text, progress.reached)
    }

    /// Writes the silence before an utterance: the delays of the utterances and the lead-in of the output.
    private func keepSilent(before utterance: Utterance) {
        var left = Int(
            clamping: silence.seconds(before: utterance, isAtRest: isAtRest) * Double(synthesizer.sampleRate))
        let piece = [Int16](repeating: 0, count: max(synthesizer.sampleRate * 6 / 100, 1))
        while left > 0, !progress.isEnded {
            let isTaken = piece.withUnsafeBufferPointer {
                receive(UnsafeBufferPointer(rebasing: $0.prefix(left)))
            }
            // Silence has no word to complete.
            guard isTaken, mailbox.demand != .endAtWord else {
                progress.isEnded = true
                return
            }
            left -= piece.count
        }
    }
}
