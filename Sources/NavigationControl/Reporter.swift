import EventBus
public import NavigationEvents

/// Tells the bus what a control did: published as onControl, for taps and people, never an input of guidance.
///
/// May be called from any thread; it never blocks.
///
///     reporter(.began, effect: "utterance", cue: cue.reference, text: "Turn left now.")
public struct Reporter: Sendable {
    /// A reporter that nobody hears.
    public static let silent = Reporter(control: "") { _ in }

    private let control: String
    private let send: @Sendable (ControlReport) -> Void

    /// Makes a reporter of the control with this manifest id; `send` receives each report, on the caller's thread.
    public init(control: String, _ send: @escaping @Sendable (ControlReport) -> Void) {
        self.control = control
        self.send = send
    }

    /// Reports.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - effect: What kind of effect it is about ("utterance", "sign", "pulse"); empty if about the control itself.
    ///   - cue: The cue that the effect renders.
    ///   - text: For people: the words spoken, the sign shown, the reason of a failure. Beyond two kilobytes, which is
    ///     all that the bus takes, it is cut.
    ///   - range: The Unicode scalars of the text told with `began` that `progressed` has come to.
    ///   - effectNumber: Which effect of this process it is about, from 1; 0 if they are not counted.
    ///   - picture: What is shown, for displays elsewhere; `nil` if nothing is (any more). One that the bus does not take
    ///     (`ReportedPicture.problem`) is left out, with a warning.
    public func callAsFunction(
        _ kind: ReportKind, effect: String = "", cue: CueReference? = nil, text: String = "", range: Range<Int>? = nil,
        effectNumber: UInt64 = 0, picture: ReportedPicture? = nil
    ) {
        let problem = picture?.problem
        let effect = effect.shortened(toBytes: Self.mostEffectBytes)
        let room = BusLimits.largestReportBytes - control.utf8.count - effect.utf8.count
        send(
            ControlReport(
                control: control, kind: kind, effect: effect, cue: cue, text: text.shortened(toBytes: room),
                range: range, effectNumber: effectNumber, picture: problem == nil ? picture : nil))
        guard let problem else { return }
        self(.warning, effect: effect, text: "the picture \(problem); it is left out", effectNumber: effectNumber)
    }

    private static let mostEffectBytes = 64
}

extension String {
    /// As much of it as fits into so many bytes; an ellipsis stands for the rest.
    fileprivate func shortened(toBytes most: Int) -> String {
        guard utf8.count > most else { return self }
        let rest = "…"
        var end = utf8.index(startIndex, offsetBy: max(most - rest.utf8.count, 0))
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end]) + rest
    }
}
