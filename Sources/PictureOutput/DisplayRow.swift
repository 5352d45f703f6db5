/// The displays of a control. Each shows what is to be seen; what one of them cannot show is told once and tried again,
/// and keeps none of the others from showing it.
public struct DisplayRow: Sendable {
    private struct Place: Sendable {
        var display: any PictureDisplay
        var failure: DisplayError?
    }

    private var places: [Place]
    private var wanted: Exhibit?

    /// Makes a row; no display is touched yet.
    public init(_ displays: [any PictureDisplay]) { places = displays.map { Place(display: $0) } }

    /// Whether at least one display shows what it is to show.
    public var isSeen: Bool { places.contains { $0.failure == nil } }

    /// Opens all displays; may be called twice.
    public mutating func open() throws(DisplayError) {
        for index in places.indices { try places[index].display.open() }
    }

    /// Shows an exhibit, unless it is what is seen.
    ///
    /// - Returns: What is to be told: each failure, but not the same of one display again until it has worked meanwhile.
    public mutating func show(_ exhibit: Exhibit) -> [DisplayError] {
        guard exhibit != wanted else { return tend() }
        wanted = exhibit
        return places.indices.compactMap { attempt(exhibit, at: $0) }
    }

    /// Tries again what did not work, and shows again what somebody has taken away. To be called with every event.
    ///
    /// - Returns: What is to be told, as of ``show(_:)``.
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
