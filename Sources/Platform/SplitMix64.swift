import Glibc

/// Random numbers that are the same for the same seed on every machine: SplitMix64 by Steele, Lea and Flood (2014).
///
/// Not for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts the series of a seed.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A normally distributed number with the mean 0 and the standard deviation 1.
    public mutating func normal() -> Double {
        // Never 0, whose logarithm is infinite.
        let first = (Double(next() >> 11) + 1) / 0x1p53
        let second = Double(next() >> 11) / 0x1p53
        return (-2 * log(first)).squareRoot() * cos(2 * .pi * second)
    }
}
