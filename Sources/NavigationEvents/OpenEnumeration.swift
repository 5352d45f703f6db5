/// An enumeration of the contract that later versions may extend.
///
/// Every such enumeration has a neutral case with the raw value 0. A value that this build does not know becomes that
/// case, so that old software treats a new value neutrally instead of guessing.
public protocol OpenEnumeration: RawRepresentable, CaseIterable, Sendable, Hashable where RawValue == Int32 {
    /// The neutral case: the value for an unknown number. Its raw value is 0.
    static var unrecognized: Self { get }
}

extension OpenEnumeration {
    /// The name of the member in words, for people: ``Maneuver/turnSharpLeft`` is "turn sharp left".
    public var words: String {
        "\(self)".reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
    }

    /// Converts a number of the wire; an unknown number becomes ``unrecognized``.
    public init(wireValue: Int32) {
        self = Self(rawValue: wireValue) ?? .unrecognized
    }
}
