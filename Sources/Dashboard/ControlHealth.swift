public import NavigationEvents

/// The state of a control, from the status of the bus.
public struct ControlHealth: Sendable, Hashable {
    /// A control whose latest heartbeat is older is not well. Heartbeats come once a second.
    public static let silenceSeconds = 5.0

    /// The id of the manifest ("speech").
    public internal(set) var name: String
    /// The state of its process.
    public internal(set) var state: ControlState
    /// The seconds from its latest heartbeat to the status; `nil` before the first heartbeat.
    public internal(set) var ageSeconds: Double?
    /// The reason of its failure, for people; empty without one.
    public internal(set) var text: String
    /// The number of restarts.
    public internal(set) var restarts: Int

    /// Whether it runs and its heartbeats arrive.
    public var isWell: Bool { state == .running && (ageSeconds ?? 0) < Self.silenceSeconds }
}
