/// The system of units for spoken distances. It is a setting and does not depend on the language.
public enum UnitSystem: String, Sendable, CaseIterable {
    /// Metres and kilometres.
    case metric
    /// Feet and miles, as in the United States.
    case us
    /// Yards and miles, as in the United Kingdom.
    case uk
}
