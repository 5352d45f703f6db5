/// Where the wearer faces, as far as it is known.
struct Facing: Hashable, Sendable {
    /// What tells it.
    enum Origin: Hashable, Sendable {
        /// A compass of this name.
        case compass(String)
        /// The direction of movement, for who walks without a compass.
        case course
    }

    /// Degrees clockwise from true north, 0..<360.
    var degrees: Double
    var origin: Origin
}
