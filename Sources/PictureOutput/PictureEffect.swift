public import NavigationControl
public import NavigationEvents
import Pictures

/// Pictures as the effect of a control: shown on its displays, published for remote displays, and reported with
/// beginning and end.
///
///     try effect.open()
///     effect.begin(text: line, cue: cue) { number in content(number) }
///     effect.repair()      // with each event
///     effect.end()
///
/// An effect begins as soon as it is visible: on at least one display, or published for remote displays. While no
/// display can show it and nothing is published, only the failure is reported; the beginning follows when a display
/// works again. A failure names the effect and its cue.
public struct PictureEffect: Sendable {
    private struct CurrentEffect: Sendable {
        var number: UInt64
        var text: String
        var cue: CueReference?
        var content: DisplayContent
        var published: ReportedPicture?
        /// Whether its beginning was reported.
        var hasBegun = false
    }

    private let name: String
    private let blank: DisplayContent
    private var row: DisplayGroup
    private let publisher: PicturePublisher
    private let report: Reporter
    private var count: UInt64 = 0
    private var current: CurrentEffect?
    /// Whether the warning that pictures cannot be published was reported.
    private var hasWarned = false

    /// Creates the effect; opens no display.
    ///
    /// - Parameters:
    ///   - name: The name of the effect in reports.
    ///   - blank: The content of an empty display.
    ///   - settings: The style and the format of published pictures.
    ///   - displays: The displays of the control.
    ///   - pictures: The cache in which the displays draw; `nil` for a new one.
    ///   - reporter: Receives the reports.
    public init(
        _ name: String, blank: DisplayContent, settings: PictureSettings, displays: [any PictureDisplay],
        pictures: PictureFiles? = nil, reporter: Reporter
    ) {
        self.name = name
        self.blank = blank
        publisher = PicturePublisher(
            pictures: pictures ?? PictureFiles(settings.style), publishing: settings.publishing)
        report = reporter
        row = DisplayGroup(displays)
    }

    /// Opens the displays and clears them: the content of a previous process may be out of date.
    public mutating func open() throws(DisplayError) {
        try row.open()
        reportFailures(row.show(blank))
    }

    /// Begins a new effect in place of the current one.
    ///
    /// - Parameters:
    ///   - text: The description of the effect, for people.
    ///   - cue: The cue that it renders.
    ///   - content: Makes the content from the number of the effect in the reports.
    public mutating func begin(text: String, cue: CueReference? = nil, _ content: (UInt64) -> DisplayContent) {
        reportEnd()
        count += 1
        let shown = content(count)
        current = CurrentEffect(number: count, text: text, cue: cue, content: shown, published: published(shown))
        reportOutcome(row.show(shown))
    }

    /// Changes details of the current effect.
    public mutating func change(_ content: (UInt64) -> DisplayContent) {
        guard let old = current else { return }
        let next = content(old.number)
        current?.content = next
        let failures = row.show(next)
        // The history of reports is bounded: a distance that is counted down would displace all other reports.
        if old.hasBegun, next.picture != old.content.picture { reportEffect(.progressed) }
        reportOutcome(failures)
    }

    /// Repeats failed attempts and restores removed content.
    public mutating func repair() { reportOutcome(row.repair()) }

    /// Ends the current effect and clears the displays. Safe before ``open()`` and twice.
    public mutating func end() {
        guard current != nil else { return repair() }
        reportFailures(row.show(blank))
        reportEnd()
    }

    private mutating func reportOutcome(_ failures: [DisplayError]) {
        if let current, !current.hasBegun, row.isVisible || current.published != nil {
            self.current?.hasBegun = true
            reportEffect(.began, picture: current.published)
        }
        reportFailures(failures)
    }

    private func reportFailures(_ failures: [DisplayError]) {
        for failure in failures { reportEffect(.failed, "failed to \(failure)") }
    }

    private mutating func reportEnd() {
        if current?.hasBegun == true { reportEffect(.ended) }
        current = nil
    }

    /// Reports about the current effect.
    private func reportEffect(_ kind: ReportKind, _ text: String? = nil, picture: ReportedPicture? = nil) {
        report(
            kind, effect: name, cue: current?.cue, text: text ?? current?.text ?? "",
            effectNumber: current?.number ?? 0,
            picture: picture)
    }

    private mutating func published(_ content: DisplayContent) -> ReportedPicture? {
        do {
            let picture = try publisher.reported(content.published)
            guard let problem = picture?.problem else { return picture }
            warn("the picture \(problem); it is not published")
        } catch {
            warn("the picture is not published: failed to \(error)")
        }
        return nil
    }

    /// Warns once: later pictures have the same problem.
    private mutating func warn(_ problem: String) {
        guard !hasWarned else { return }
        hasWarned = true
        report(.warning, effect: name, text: problem, effectNumber: count)
    }
}
