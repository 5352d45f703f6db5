/// A report of a control to taps and people: the payload of onControl.
public struct ControlReport: Sendable, Hashable {
    /// Manifest id of the control ("speech"); "navbus" for the bus itself.
    public var control: String
    /// The kind of report.
    public var kind: ReportKind
    /// The kind of effect ("utterance", "sign", "pulse"); empty if the report concerns the control itself.
    public var effect: String
    /// The cue that the effect renders; `nil` if it renders none.
    public var cue: CueReference?
    /// For people: the spoken text, the displayed sign, the reason of a failure. The bus refuses a report whose text,
    /// `control` and `effect` together exceed 2048 UTF-8 bytes.
    public var text: String
    /// Process id of the control; 0 if not given.
    public var processID: Int32
    /// The number of the report, rising within its process: the bus publishes a report once even if it is sent twice.
    /// 0: no number.
    public var number: UInt64
    /// For `progressed`: the current word, as a range of Unicode scalars of the text, from 0; `nil` if not given. The
    /// text is that of the `began` report, which may be truncated: a range may lie beyond its end.
    public var range: Range<Int>?
    /// The number of the effect within its process, from 1, which all reports of one effect share; 0: no number.
    public var effectNumber: UInt64
    /// The displayed picture, for other displays; `nil` if not given, or if the control displays nothing.
    public var picture: ReportedPicture?
    /// The ``SpokenText/requestNumber`` of the text that the effect speaks, also if the effect never began; 0: the
    /// effect is not a numbered request.
    public var requestNumber: UInt64

    /// Makes a report.
    public init(
        control: String, kind: ReportKind, effect: String = "", cue: CueReference? = nil, text: String = "",
        processID: Int32 = 0, number: UInt64 = 0, range: Range<Int>? = nil, effectNumber: UInt64 = 0,
        picture: ReportedPicture? = nil, requestNumber: UInt64 = 0
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
        self.requestNumber = requestNumber
    }
}
