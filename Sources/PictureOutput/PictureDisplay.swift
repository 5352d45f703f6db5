/// A display, which shows one content at a time.
public protocol PictureDisplay: Sendable {
    /// Opens the display. May be called twice.
    mutating func open() throws(DisplayError)
    /// Replaces the content. After an error the display should show nothing that is out of date.
    mutating func show(_ content: DisplayContent) throws(DisplayError)
    /// Whether the latest content is still shown. Called with every event, so it must be fast.
    func isIntact() -> Bool
}
