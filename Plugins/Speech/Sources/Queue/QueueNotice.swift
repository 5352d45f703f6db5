import NavigationEvents

/// A report about an utterance that is not spoken.
struct QueueNotice: Equatable, Sendable {
    var kind: ReportKind
    var cue: CueReference?
    var text: String
    /// The number of the utterance; 0 if there was none.
    var effectNumber: UInt64 = 0
    /// The number of the request of a person; 0 if there was none.
    var requestNumber: UInt64 = 0

    /// Creates the report of a dropped utterance.
    init(_ dropped: UtteranceQueue.Dropped) {
        kind = .cancelled
        cue = dropped.utterance.cue
        text = "\(dropped.dismissal.rawValue): \(dropped.utterance.text)"
        effectNumber = dropped.utterance.number
        requestNumber = dropped.utterance.requestNumber
    }

    /// Creates the report of a cue for which there is no sentence.
    init(failed cue: CueReference?, text: String) {
        kind = .failed
        self.cue = cue
        self.text = text
    }
}
