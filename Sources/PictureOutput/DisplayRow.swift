/// The displays of a control, which all show the same. The failure of one display is reported once, its attempt is
/// repeated, and the other displays are not affected.
public struct DisplayRow: Sendable {
    private struct Place: Sendable {
        var display: any PictureDisplay
        var failure: DisplayError?
    }

    private var places: [Place]
    private var wanted: Exhibit?

    /// Creates a row; opens no display.
    public init(_ displays: [any PictureDisplay]) { places = displays.map { Place(display: $0) } }

    /// Whether at least one display shows the current content.
    public var isSeen: Bool { places.contains { $0.failure == nil } }

    /// Opens all displays. May be called twice.
    public mutating func open() throws(DisplayError) {
        for index in places.indices { try places[index].display.open() }
    }

    /// Replaces the content, unless it is already shown.
    ///
    /// - Returns: The failures to report. A failure of one display is not repeated before the display has worked again.
    public mutating func show(_ exhibit: Exhibit) -> [DisplayError] {
        guard exhibit != wanted else { return tend() }
        wanted = exhibit
        return places.indices.compactMap { attempt(exhibit, at: $0) }
    }

    /// Repeats failed attempts and restores removed content. To be called with every event.
    ///
    /// - Returns: The failures to report, as with ``show(_:)``.
    public mutating func tend() -> [DisplayError] {
        guard let wanted else { return [] }
        return places.indices.compactMap { index in
            guard places[index].failure != nil || !places[index].display.isIntact() else { return nil }
            return attempt(wanted, at: index)
        }
    }

    private mutating func attempt(_ exhibit: Exhibit, at index: Int) -> DisplayError? {
        do {
            try places[index].display.show(exhibit)
            places[index].failure = nil
            return nil
        } catch {
            defer { places[index].failure = error }
            return error == places[index].failure ? nil : error
        }
    }
}
