/// An enumeration of the wire contract that later versions may extend.
///
/// Every such enumeration has a neutral member with raw value 0. A value this build does not know
/// becomes that member, so that old software shows a new thing neutrally instead of guessing.
public protocol OpenEnumeration: RawRepresentable, CaseIterable, Sendable, Hashable where RawValue == Int32 {
    /// The neutral member: what an unknown number reads as. Its raw value is 0.
    static var unrecognized: Self { get }
}

extension OpenEnumeration {
    /// Reads a number of the wire; a number without a member becomes ``unrecognized``.
    public init(wireValue: Int32) {
        self = Self(rawValue: wireValue) ?? .unrecognized
    }
}
