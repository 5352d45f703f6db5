import NavigationEvents

extension [GeometrySpan] {
    /// Adds a section that begins at or after the beginning of the last one, joined with it if they touch; an empty
    /// section is ignored.
    mutating func join(from start: Int, to end: Int) {
        guard start < end else { return }
        if let last, start <= last.toIndex {
            self[count - 1].toIndex = Swift.max(last.toIndex, end)
        } else {
            append(GeometrySpan(fromIndex: start, toIndex: end))
        }
    }
}
