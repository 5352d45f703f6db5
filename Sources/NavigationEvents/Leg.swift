/// The part of a route from one stopover, or the start, to the next, or the destination.
public struct Leg: Sendable, Hashable {
    /// The steps from the leg's departure to its destination, in order.
    public var steps: [Step]
    /// Length of the leg in metres.
    public var distanceMeters: Double
    /// Expected duration of the leg in seconds.
    public var durationSeconds: Double

    /// Makes a leg from its steps.
    public init(steps: [Step], distanceMeters: Double, durationSeconds: Double) {
        self.steps = steps
        self.distanceMeters = distanceMeters
        self.durationSeconds = durationSeconds
    }
}
