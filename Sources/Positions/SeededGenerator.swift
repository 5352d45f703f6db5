import Glibc

/// A random number generator with the same numbers for the same seed on every machine (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Starts the sequence of a seed.
    package init(seed: UInt64) { state = seed }

    /// The next 64 random bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A normally distributed number with mean 0 and standard deviation 1.
    package mutating func normal() -> Double {
        // Never 0, whose logarithm is infinite.
        let first = (Double(next() >> 11) + 1) / 0x1p53
        let second = Double(next() >> 11) / 0x1p53
        return (-2 * log(first)).squareRoot() * cos(2 * .pi * second)
    }
}
