public import NavigationEvents

/// Something that went wrong, as a control or the bus itself reported it.
public struct Trouble: Sendable, Hashable {
    /// Who reported it ("speech"); "navbus" for the bus itself.
    public internal(set) var control: String
    /// ``ReportKind/failed``, or ``ReportKind/warning`` for what the control could cope with.
    public internal(set) var kind: ReportKind
    /// What, for people.
    public internal(set) var text: String
    /// When it was last reported.
    public internal(set) var at: Moment
    /// How often it was reported.
    public internal(set) var count: Int
}
