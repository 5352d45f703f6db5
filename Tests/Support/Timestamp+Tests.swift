public import NavigationEvents

extension Timestamp {
    /// A time of reference, in November 2023.
    public static let noon = Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000)

    /// The time some seconds after this one.
    public func later(seconds: Double) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: nanosecondsSinceEpoch + Int64(seconds * 1e9))
    }
}
