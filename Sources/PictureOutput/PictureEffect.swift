public import NavigationControl
public import NavigationEvents
import Pictures

/// Pictures as the effect of a control: shown on its displays, published for remote displays, and reported with
/// beginning and end.
///
///     try effect.open()
///     effect.begin(text: line, cue: cue) { number in exhibit(number) }
///     effect.tend()      // with each event
///     effect.end()
///
/// An effect begins as soon as it is visible: on at least one display, or published for remote displays. While no
/// display can show it and nothing is published, only the failure is reported; the beginning follows when a display
/// works again. A failure names the effect and its cue.
public struct PictureEffect: Sendable {
    private struct Seen: Sendable {
        var number: UInt64
        var text: String
        var cue: CueReference?
        var exhibit: Exhibit
        var published: ReportedPicture?
        /// Whether its beginning was reported.
        var hasBegun = false
    }

    private let name: String
    private let blank: Exhibit
    private var row: DisplayRow
    private let publisher: PicturePublisher
    private let report: Reporter
    private var count: UInt64 = 0
    private var seen: Seen?
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
        _ name: String, blank: Exhibit, settings: PictureSettings, displays: [any PictureDisplay],
        pictures: PictureFiles? = nil, reporter: Reporter
    ) {
        self.name = name
        self.blank = blank
        publisher = PicturePublisher(
            pictures: pictures ?? PictureFiles(settings.style), publishing: settings.publishing)
        report = reporter
        row = DisplayRow(displays)
    }

    /// Opens the displays and clears them: the content of a previous process may be out of date.
    public mutating func open() throws(DisplayError) {
        try row.open()
        tell(row.show(blank))
    }

    /// Begins a new effect in place of the current one.
    ///
    /// - Parameters:
    ///   - text: The description of the effect, for people.
    ///   - cue: The cue that it renders.
    ///   - exhibit: Makes the content from the number of the effect in the reports.
    public mutating func begin(text: String, cue: CueReference? = nil, _ exhibit: (UInt64) -> Exhibit) {
        tellEnd()
        count += 1
        let shown = exhibit(count)
        seen = Seen(number: count, text: text, cue: cue, exhibit: shown, published: published(shown))
        settle(row.show(shown))
    }

    /// Changes details of the current effect.
    public mutating func change(_ exhibit: (UInt64) -> Exhibit) {
        guard let old = seen else { return }
        let next = exhibit(old.number)
        seen?.exhibit = next
        let failures = row.show(next)
        // The history of reports is bounded: a distance that is counted down would displace all other reports.
        if old.hasBegun, next.picture != old.exhibit.picture { tellSeen(.progressed) }
        settle(failures)
    }

    /// Repeats failed attempts and restores removed content.
    public mutating func tend() { settle(row.tend()) }

    /// Ends the current effect and clears the displays. Safe before ``open()`` and twice.
    public mutating func end() {
        guard seen != nil else { return tend() }
        tell(row.show(blank))
        tellEnd()
    }

    private mutating func settle(_ failures: [DisplayError]) {
        if let seen, !seen.hasBegun, row.isSeen || seen.published != nil {
            self.seen?.hasBegun = true
            tellSeen(.began, picture: seen.published)
        }
        tell(failures)
    }

    private func tell(_ failures: [DisplayError]) {
        for failure in failures { tellSeen(.failed, "failed to \(failure)") }
    }

    private mutating func tellEnd() {
        if seen?.hasBegun == true { tellSeen(.ended) }
        seen = nil
    }

    /// Reports about the current effect.
    private func tellSeen(_ kind: ReportKind, _ text: String? = nil, picture: ReportedPicture? = nil) {
        report(
            kind, effect: name, cue: seen?.cue, text: text ?? seen?.text ?? "", effectNumber: seen?.number ?? 0,
            picture: picture)
    }

    private mutating func published(_ exhibit: Exhibit) -> ReportedPicture? {
        do {
            let picture = try publisher.reported(exhibit.published)
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
