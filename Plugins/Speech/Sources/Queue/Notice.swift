import NavigationEvents

/// Something to tell the bus about a sentence that is not said.
struct Notice: Equatable, Sendable {
    var kind: ReportKind
    var cue: CueReference?
    var text: String

    /// A sentence was dropped before its beginning.
    init(_ dropped: UtteranceQueue.Dropped) {
        kind = .cancelled
        cue = dropped.utterance.cue
        text = "\(dropped.dismissal.rawValue): \(dropped.utterance.text)"
    }

    /// There are no words for a cue.
    init(failed cue: CueReference?, text: String) {
        kind = .failed
        self.cue = cue
        self.text = text
    }
}
