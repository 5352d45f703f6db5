import NavigationEvents

/// Something to tell the bus about a sentence that is not said.
struct Notice: Equatable, Sendable {
    var kind: ReportKind
    var cue: CueReference?
    var text: String
    /// The utterance, as it is counted; 0 if there was none.
    var effectNumber: UInt64 = 0

    /// A sentence was dropped before its beginning.
    init(_ dropped: UtteranceQueue.Dropped) {
        kind = .cancelled
        cue = dropped.utterance.cue
        text = "\(dropped.dismissal.rawValue): \(dropped.utterance.text)"
        effectNumber = dropped.utterance.number
    }

    /// There are no words for a cue.
    init(failed cue: CueReference?, text: String) {
        kind = .failed
        self.cue = cue
        self.text = text
    }
}
