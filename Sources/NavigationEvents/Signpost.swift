/// The texts of the signs at a maneuver, in reading order.
public struct Signpost: Sendable, Hashable {
    /// Destinations of the signposted road ("Mannheim", "Eberbach").
    public var destinations: [String]
    /// Road numbers on the sign ("B 37", "A 5").
    public var refs: [String]

    /// Makes a signpost from its texts.
    @inlinable
    public init(destinations: [String] = [], refs: [String] = []) {
        self.destinations = destinations
        self.refs = refs
    }

    /// Whether the signpost has no text.
    public var isEmpty: Bool { destinations.isEmpty && refs.isEmpty }
}
