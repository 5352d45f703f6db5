/// What a control tells taps and people, as the payload of onControl.
public struct ControlReport: Sendable, Hashable {
    /// Manifest id of the control ("speech"); "navbus" for the bus itself.
    public var control: String
    /// What happened.
    public var kind: ReportKind
    /// What kind of effect it is about ("utterance", "sign", "pulse"); empty if about the control itself.
    public var effect: String
    /// The cue that the effect renders.
    public var cue: CueReference?
    /// For people: the words spoken, the sign shown, the reason of a failure.
    public var text: String
    /// The process that reports; 0 if not told.
    public var processID: Int32
    /// Rises with each report of that process, so that one sent twice is published once; 0 if not counted.
    public var number: UInt64
    /// The Unicode scalars, from 0, of the text that `progressed` has come to: one word; `nil` if it does not say. The text
    /// is that told with `began`, which may have been cut: a range may lie behind its end.
    public var range: Range<Int>?
    /// Counts the effects of that process from 1, so that one knows which of them a report is about; 0 if not counted.
    public var effectNumber: UInt64
    /// What is shown, for displays elsewhere; `nil` if it does not say, or shows nothing (any more).
    public var picture: ReportedPicture?

    /// Makes a report.
    public init(
        control: String, kind: ReportKind, effect: String = "", cue: CueReference? = nil, text: String = "",
        processID: Int32 = 0, number: UInt64 = 0, range: Range<Int>? = nil, effectNumber: UInt64 = 0,
        picture: ReportedPicture? = nil
    ) {
        self.control = control
        self.kind = kind
        self.effect = effect
        self.cue = cue
        self.text = text
        self.processID = processID
        self.number = number
        self.range = range
        self.effectNumber = effectNumber
        self.picture = picture
    }
}
