public import NavigationEvents

/// A control that uses what the other controls report, such as a display of the spoken text.
///
/// A key may withhold onControl; the control then works without the reports, and the kit reports that they are missing.
public protocol ObservesReports: NavigationControl {
    /// Called when another control or the bus reports an effect, a warning or a failure. Reports from before this
    /// control joined, and its own, are left out.
    mutating func onReport(_ report: ControlReport)
}
