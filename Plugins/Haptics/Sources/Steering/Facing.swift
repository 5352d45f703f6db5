/// The direction in which the wearer faces.
struct Facing: Hashable, Sendable {
    /// The source of the direction.
    enum Origin: Hashable, Sendable {
        /// The compass of this name.
        case compass(String)
        /// The direction of movement, without a compass.
        case course
    }

    /// Degrees clockwise from true north, 0..<360.
    var degrees: Double
    var origin: Origin
}
