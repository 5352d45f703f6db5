import Glibc

/// A seeded random generator (SplitMix64): the same seed yields the same drive.
struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed &+ 0x9e37_79b9_7f4a_7c15 }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// A uniformly distributed number.
    mutating func between(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double(next() >> 11) / 9_007_199_254_740_992
    }

    /// A normally distributed number around 0.
    mutating func normal(_ deviation: Double) -> Double {
        deviation * (-2 * log(max(between(0, 1), 1e-300))).squareRoot() * cos(between(0, 2 * .pi))
    }

    mutating func pick<T>(_ choices: [T]) -> T { choices[Int(next() % UInt64(choices.count))] }
}
