/// The displays of a control. Each shows what is to be seen; what one of them cannot show is told once and tried again,
/// and keeps none of the others from showing it.
public struct DisplayRow: Sendable {
    private struct Place: Sendable {
        var display: any PictureDisplay
        var failure: DisplayError?
    }

    private var places: [Place]
    private var wanted: Exhibit?
    private let tell: @Sendable (DisplayError) -> Void

    /// Makes a row; no display is touched yet.
    ///
    /// - Parameter tell: Is given each failure, but not the same of one display again until it has worked meanwhile.
    public init(_ displays: [any PictureDisplay], tell: @escaping @Sendable (DisplayError) -> Void) {
        places = displays.map { Place(display: $0) }
        self.tell = tell
    }

    /// Opens all displays; may be called twice.
    public mutating func open() throws(DisplayError) {
        for index in places.indices { try places[index].display.open() }
    }

    /// Shows an exhibit, unless it is what is seen.
    public mutating func show(_ exhibit: Exhibit) {
        guard exhibit != wanted else { return tend() }
        wanted = exhibit
        for index in places.indices { attempt(exhibit, at: index) }
    }

    /// Tries again what did not work, and shows again what somebody has taken away. To be called with every event.
    public mutating func tend() {
        guard let wanted else { return }
        for index in places.indices where places[index].failure != nil || !places[index].display.isIntact() {
            attempt(wanted, at: index)
        }
    }

    private mutating func attempt(_ exhibit: Exhibit, at index: Int) {
        do {
            try places[index].display.show(exhibit)
            places[index].failure = nil
        } catch {
            if error != places[index].failure { tell(error) }
            places[index].failure = error
        }
    }
}
