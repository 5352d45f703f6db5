/// The system of units of a display.
public enum DisplayUnits: String, Sendable, Hashable, CaseIterable {
    /// Metres, kilometres, km/h.
    case metric
    /// Feet, miles, mph.
    case us
    /// Yards, miles, mph.
    case uk

    /// The format of hours: 12 hours in the United States, else 24.
    public var clockHours: ClockLabel.Hours { self == .us ? .of12 : .of24 }
}
