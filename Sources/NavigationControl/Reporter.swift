import EventBus
public import NavigationEvents

/// Reports the effects, states and errors of a control to the bus, which publishes them as onControl. Guidance never
/// uses them.
///
/// A reporter may be called from any thread; it never blocks.
///
///     reporter(.began, effect: "utterance", cue: cue.reference, text: "Turn left now.")
public struct Reporter: Sendable {
    /// A reporter that drops all reports.
    public static let silent = Reporter(control: "") { _ in }

    private let control: String
    private let send: @Sendable (ControlReport) -> Void

    /// Makes a reporter of the control with this manifest id.
    ///
    /// - Parameters:
    ///   - control: The id in the manifest.
    ///   - send: Called with each report, on the thread of the caller.
    public init(control: String, _ send: @escaping @Sendable (ControlReport) -> Void) {
        self.control = control
        self.send = send
    }

    /// Sends a report.
    ///
    /// - Parameters:
    ///   - kind: The kind of report.
    ///   - effect: The kind of effect ("utterance", "sign", "pulse"); empty for a report about the control itself.
    ///   - cue: The cue that the effect renders.
    ///   - text: For people: the spoken words, the shown sign, the reason of a failure. It is cut to two kilobytes, the
    ///     maximum that the bus accepts.
    ///   - range: With `progressed`: the range of Unicode scalars, in the text of `began`, that is reached.
    ///   - effectNumber: Number of the effect in this process, from 1; 0 if effects are not counted.
    ///   - requestNumber: The number of the text that the effect speaks (`SpokenText.requestNumber`); 0 if it has none.
    ///   - picture: The picture that is now shown, for displays elsewhere; `nil` if none is. An invalid one
    ///     (`ReportedPicture.problem`) is left out, with a warning.
    public func callAsFunction(
        _ kind: ReportKind, effect: String = "", cue: CueReference? = nil, text: String = "", range: Range<Int>? = nil,
        effectNumber: UInt64 = 0, requestNumber: UInt64 = 0, picture: ReportedPicture? = nil
    ) {
        let problem = picture?.problem
        let effect = effect.shortened(toBytes: Self.maxEffectBytes)
        let room = BusLimits.maxReportBytes - control.utf8.count - effect.utf8.count
        send(
            ControlReport(
                control: control, kind: kind, effect: effect, cue: cue, text: text.shortened(toBytes: room),
                range: range, effectNumber: effectNumber, picture: problem == nil ? picture : nil,
                requestNumber: requestNumber))
        guard let problem else { return }
        self(.warning, effect: effect, text: "the picture \(problem); it is left out", effectNumber: effectNumber)
    }

    private static let maxEffectBytes = 64
}

extension String {
    /// The text cut to a number of bytes, with an ellipsis at the end if anything was cut.
    fileprivate func shortened(toBytes maxBytes: Int) -> String {
        guard utf8.count > maxBytes else { return self }
        let rest = "…"
        var end = utf8.index(startIndex, offsetBy: max(maxBytes - rest.utf8.count, 0))
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end]) + rest
    }
}
