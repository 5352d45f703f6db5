/// The units that a display writes.
public enum DisplayUnits: String, Sendable, Hashable, CaseIterable {
    /// Metres, kilometres, km/h.
    case metric
    /// Feet, miles, mph.
    case us
    /// Yards, miles, mph.
    case uk
}
