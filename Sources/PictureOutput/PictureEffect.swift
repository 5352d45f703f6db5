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
public struct PictureEffect: Sendable {
    private struct Seen: Sendable {
        var number: UInt64
        var text: String
        var cue: CueReference?
        var exhibit: Exhibit
    }

    private let name: String
    private let blank: Exhibit
    private var row: DisplayRow
    private let publisher: PicturePublisher
    private let report: Reporter
    private var count: UInt64 = 0
    private var seen: Seen?

    /// Makes it; no display is touched yet.
    ///
    /// - Parameters:
    ///   - name: As it is called in reports.
    ///   - blank: What is shown where nothing is to be seen.
    public init(
        _ name: String, blank: Exhibit, settings: PictureSettings, displays: [any PictureDisplay], reporter: Reporter
    ) {
        self.name = name
        self.blank = blank
        publisher = PicturePublisher(settings)
        report = reporter
        row = DisplayRow(displays) { error in reporter(.failed, effect: name, text: "failed to \(error)") }
    }

    /// Opens the displays and makes them blank: what a process before this one has shown may be out of date.
    public mutating func open() throws(DisplayError) {
        try row.open()
        row.show(blank)
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
        let next = Seen(number: count, text: text, cue: cue, exhibit: exhibit(count))
        row.show(next.exhibit)
        seen = next
        publish(.began)
    }

    /// What is seen has changed in detail.
    public mutating func change(_ exhibit: (UInt64) -> Exhibit) {
        guard let old = seen else { return }
        let next = exhibit(old.number)
        row.show(next)
        seen?.exhibit = next
        if next.picture != old.exhibit.picture { publish(.progressed) }
    }

    /// Tries again what did not work, and shows again what somebody has taken away.
    public mutating func tend() { row.tend() }

    /// Nothing is to be seen any more. Safe before ``open()`` and twice.
    public mutating func end() {
        guard seen != nil else { return tend() }
        row.show(blank)
        tellEnd()
    }

    private mutating func tellEnd() {
        guard let last = seen else { return }
        report(.ended, effect: name, cue: last.cue, text: last.text, effectNumber: last.number)
        seen = nil
    }

    private func publish(_ kind: ReportKind) {
        guard let seen else { return }
        var picture: ReportedPicture?
        var problem: PictureError?
        do { picture = try publisher.reported(seen.exhibit.picture) } catch { problem = error }
        report(kind, effect: name, cue: seen.cue, text: seen.text, effectNumber: seen.number, picture: picture)
        guard let problem else { return }
        report(.warning, effect: name, text: "the picture is not published: failed to \(problem)")
    }
}
