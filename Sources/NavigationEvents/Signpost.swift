/// What the signs at a maneuver say, in the order in which they are to be read.
public struct Signpost: Sendable, Hashable {
    /// Places the signposted road leads to ("Mannheim", "Eberbach").
    public var destinations: [String]
    /// Road numbers on the sign ("B 37", "A 5").
    public var refs: [String]

    /// Makes a signpost of its texts.
    public init(destinations: [String] = [], refs: [String] = []) {
        self.destinations = destinations
        self.refs = refs
    }

    /// Whether the sign has nothing to say.
    public var isEmpty: Bool { destinations.isEmpty && refs.isEmpty }
}
