public import NavigationEvents

/// A problem that a control or the bus reported.
public struct ReportedProblem: Sendable, Hashable {
    /// The control that reported it ("speech"); "navbus" for the bus.
    public internal(set) var control: String
    /// ``ReportKind/failed``, or ``ReportKind/warning`` if the control can continue.
    public internal(set) var kind: ReportKind
    /// The description, for people.
    public internal(set) var text: String
    /// The arrival of its latest report.
    public internal(set) var at: Moment
    /// The number of its reports.
    public internal(set) var count: Int
}
