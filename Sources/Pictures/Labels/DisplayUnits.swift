/// The units that a display writes, and how it writes the hours of the day where they are used.
public enum DisplayUnits: String, Sendable, Hashable, CaseIterable {
    /// Metres, kilometres, km/h.
    case metric
    /// Feet, miles, mph.
    case us
    /// Yards, miles, mph.
    case uk

    /// Twice twelve in the United States.
    public var clockHours: ClockLabel.Hours { self == .us ? .of12 : .of24 }
}
