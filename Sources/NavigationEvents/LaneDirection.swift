/// One direction of a lane. The recommendation belongs to the direction, not to the lane.
public struct LaneDirection: Sendable, Hashable {
    /// The shape of the arrow.
    public var shape: LaneShape
    /// Whether the route continues in this direction of this lane.
    public var isRecommended: Bool

    /// Makes a direction of a lane.
    @inlinable
    public init(shape: LaneShape, isRecommended: Bool = false) {
        self.shape = shape
        self.isRecommended = isRecommended
    }
}
