/// A speed limit, from the router.
public struct SpeedLimit: Sendable, Hashable {
    /// The limit, metres per second; `nil` if there is explicitly no limit.
    public var metersPerSecond: Double?
    /// Whether the limit is signposted; otherwise it follows from a rule for the kind of road.
    public var isExplicit: Bool

    /// Makes a limit.
    @inlinable
    public init(metersPerSecond: Double?, isExplicit: Bool) {
        self.metersPerSecond = metersPerSecond
        self.isExplicit = isExplicit
    }
}
