/// The speed of a replay or a simulation.
public enum ReplayPace: Sendable, Hashable {
    /// Factor of the recorded speed; 1 is as recorded. Not above 0: as fast as possible.
    case factor(Double)
    /// As fast as the consumer receives the positions.
    case max

    /// The recorded speed.
    public static let recorded = ReplayPace.factor(1)
}
