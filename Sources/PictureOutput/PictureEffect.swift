public import NavigationControl
public import NavigationEvents
import Pictures

/// Pictures as the effect of a control: shown on its displays, published for displays elsewhere, reported with their
/// beginning and end.
///
///     try effect.open()
///     effect.begin(text: line, cue: cue) { number in exhibit(number) }
///     effect.tend()      // with each event
///     effect.end()
///
/// It has begun when somebody can see it: on one display at least, or on displays elsewhere, for which it is published.
/// Where no display can show it and nothing is published, only the failure is reported, and the beginning when it is
/// seen after all. A failure names the effect and the cue that it keeps from being seen.
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
    /// Whether it was told that pictures cannot be published.
    private var hasWarned = false

    /// Makes it; no display is touched yet.
    ///
    /// - Parameters:
    ///   - name: As it is called in reports.
    ///   - blank: What is shown where nothing is to be seen.
    ///   - pictures: Where the displays draw; `nil` for a place of its own.
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

    /// Opens the displays and makes them blank: what a process before this one has shown may be out of date.
    public mutating func open() throws(DisplayError) {
        try row.open()
        tell(row.show(blank))
    }

    /// Something is to be seen, in place of what was.
    ///
    /// - Parameters:
    ///   - text: What it says, for people.
    ///   - cue: The cue that it renders.
    ///   - exhibit: Makes it of the number of the effect, as the reports have it.
    public mutating func begin(text: String, cue: CueReference? = nil, _ exhibit: (UInt64) -> Exhibit) {
        tellEnd()
        count += 1
        let shown = exhibit(count)
        seen = Seen(number: count, text: text, cue: cue, exhibit: shown, published: published(shown))
        settle(row.show(shown))
    }

    /// What is seen has changed in detail.
    public mutating func change(_ exhibit: (UInt64) -> Exhibit) {
        guard let old = seen else { return }
        let next = exhibit(old.number)
        seen?.exhibit = next
        let failures = row.show(next)
        // What is kept of all reports is bounded: a distance that is counted down would leave nothing else in there.
        if old.hasBegun, next.picture != old.exhibit.picture { tellSeen(.progressed) }
        settle(failures)
    }

    /// Tries again what did not work, and shows again what somebody has taken away.
    public mutating func tend() { settle(row.tend()) }

    /// Nothing is to be seen any more. Safe before ``open()`` and twice.
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

    /// Reports about what is seen.
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

    /// Once: what ails one picture ails the next.
    private mutating func warn(_ problem: String) {
        guard !hasWarned else { return }
        hasWarned = true
        report(.warning, effect: name, text: problem, effectNumber: count)
    }
}
