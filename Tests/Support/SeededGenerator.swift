import Foundation

/// A generator of reproducible random numbers (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator with a seed.
    public init(seed: UInt64) { state = seed }

    /// A generator with the seed of `NAVBUS_SEED`, or a new one; it is printed, so that a failure can be repeated.
    public static func announced(for purpose: String) -> SeededGenerator {
        let asked = ProcessInfo.processInfo.environment["NAVBUS_SEED"].flatMap { UInt64($0) }
        let seed = asked ?? UInt64.random(in: 1...999_999_999)
        print("\(purpose): NAVBUS_SEED=\(seed)")
        return SeededGenerator(seed: seed)
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// `true` with a probability of one in a number.
    public mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &self) == 0 }
}
