import Foundation
public import Platform

extension SplitMix64 {
    /// A generator with the seed of `NAVBUS_SEED`, or a new one; it is printed, so that a failure can be repeated.
    public static func announced(for purpose: String) -> SplitMix64 {
        let asked = ProcessInfo.processInfo.environment["NAVBUS_SEED"].flatMap { UInt64($0) }
        let seed = asked ?? UInt64.random(in: 1...999_999_999)
        print("\(purpose): NAVBUS_SEED=\(seed)")
        return SplitMix64(seed: seed)
    }

    /// `true` with a probability of one in so many.
    public mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &self) == 0 }

    /// A number that is evenly distributed over the range.
    public mutating func between(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double(next() >> 11) / 0x1p53
    }

    /// A number that is normally distributed around 0.
    public mutating func normal(_ deviation: Double) -> Double {
        deviation * (-2 * log(max(between(0, 1), 1e-300))).squareRoot() * cos(between(0, 2 * .pi))
    }

    /// One of the choices.
    public mutating func pick<T>(_ choices: [T]) -> T { choices[Int(next() % UInt64(choices.count))] }
}
