/// The distance that stands on a sign: it changes in steps, so that a sign is drawn a few times on the way to its
/// maneuver and not with every fix, and a position that wavers changes nothing.
struct SignDistance: Hashable, Sendable {
    /// What is written, metres.
    private(set) var meters: Double?

    /// Takes note of the true distance.
    mutating func update(_ trueMeters: Double?) {
        guard let trueMeters, trueMeters.isFinite, trueMeters >= 0 else {
            meters = nil
            return
        }
        let step = Self.step(trueMeters)
        let next = (trueMeters / step).rounded() * step
        if let meters, next > meters, trueMeters - meters < Self.waver * step { return }
        meters = next
    }

    /// So many steps may a position go back before it is believed.
    private static let waver = 1.5

    private static func step(_ meters: Double) -> Double {
        switch meters {
        case ..<300: 10
        case ..<1000: 50
        case ..<10_000: 100
        default: 1000
        }
    }
}
