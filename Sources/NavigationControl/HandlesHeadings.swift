public import NavigationEvents

/// A control that follows the heading of the device more closely than the fixes tell it, such as one that steers.
public protocol HandlesHeadings: NavigationControl {
    /// Called with each reading of a compass, up to fifty times a second, also between two fixes and without any. A
    /// control that joins late receives the newest heading, which may be old: check its time.
    mutating func onHeading(_ heading: Heading)
}
