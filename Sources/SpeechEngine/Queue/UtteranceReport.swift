package import NavigationEvents

/// A report about an utterance, or about the voice itself.
package struct UtteranceReport: Equatable, Sendable {
    /// The kind of report.
    package var kind: ReportKind
    /// The cue that the utterance renders; `nil` for other utterances.
    package var cue: CueReference?
    /// The text of the utterance, the word that was reached, or the reason of a failure.
    package var text: String
    /// The range of the word that was reached, in Unicode scalars of the text of the utterance; `nil` if none was.
    package var range: Range<Int>?
    /// The number of the utterance; 0 if there was none.
    package var effectNumber: UInt64
    /// The number of the request of a person; 0 if there was none.
    package var requestNumber: UInt64

    /// Creates a report.
    package init(
        _ kind: ReportKind, cue: CueReference? = nil, text: String, range: Range<Int>? = nil, effectNumber: UInt64 = 0,
        requestNumber: UInt64 = 0
    ) {
        self.kind = kind
        self.cue = cue
        self.text = text
        self.range = range
        self.effectNumber = effectNumber
        self.requestNumber = requestNumber
    }

    /// Creates the report of a dropped utterance.
    init(_ dropped: UtteranceQueue.Dropped) {
        self.init(
            .cancelled, cue: dropped.utterance.cue, text: "\(dropped.reason.rawValue): \(dropped.utterance.text)",
            effectNumber: dropped.utterance.number, requestNumber: dropped.utterance.requestNumber)
    }
}
