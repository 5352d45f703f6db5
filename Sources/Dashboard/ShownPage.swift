public import NavigationEvents

/// The page of a narrated book that a control reads.
public struct ShownPage: Sendable, Hashable {
    /// The control that reads it.
    public let control: String
    /// The process of the control.
    public let processID: Int32
    /// The number of the reading in that process.
    public let effectNumber: UInt64
    /// The number and the text of the page.
    public let text: String
    /// The picture of the page; `nil` if it has none.
    public let picture: ReportedPicture?
}
