public import NavigationEvents

/// How a control fares, as the bus tells it.
public struct ControlHealth: Sendable, Hashable {
    /// A control is not well that has not been heard of for so long; it tells once a second that it lives.
    public static let silenceSeconds = 5.0

    /// Manifest id ("speech").
    public internal(set) var name: String
    /// How it fares.
    public internal(set) var state: ControlState
    /// Seconds since it was last heard, at the time of the status; `nil` if it has not told that it is alive.
    public internal(set) var ageSeconds: Double?
    /// Why it failed, for people; empty if it did not.
    public internal(set) var text: String
    /// How often it was started again.
    public internal(set) var restarts: Int

    /// Whether it runs and is heard.
    public var isWell: Bool { state == .running && (ageSeconds ?? 0) < Self.silenceSeconds }
}
