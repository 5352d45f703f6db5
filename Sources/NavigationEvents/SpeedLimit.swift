/// The speed limit at a place.
public struct SpeedLimit: Sendable, Hashable {
    /// Metres per second; `nil` where there is explicitly no limit.
    public var metersPerSecond: Double?
    /// Whether a sign says so, as opposed to a rule for the kind of road.
    public var isExplicit: Bool

    /// Makes a limit.
    public init(metersPerSecond: Double?, isExplicit: Bool) {
        self.metersPerSecond = metersPerSecond
        self.isExplicit = isExplicit
    }
}
