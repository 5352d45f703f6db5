/// Where an exhibit is seen.
public protocol PictureDisplay: Sendable {
    /// Makes ready to show. May be called twice.
    mutating func open() throws(DisplayError)
    /// Shows an exhibit in place of what was shown. After an error nothing that is out of date should be seen.
    mutating func show(_ exhibit: Exhibit) throws(DisplayError)
    /// Whether what was shown last is still there. Asked with every event, so it must be cheap.
    func isIntact() -> Bool
}
