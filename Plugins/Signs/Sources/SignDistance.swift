/// The distance on a sign. It changes in steps and with a hysteresis, so that a sign is not drawn again with every fix.
struct SignDistance: Hashable, Sendable {
    /// The distance on the sign, metres.
    private(set) var meters: Double?

    /// Updates the distance from the true one.
    mutating func update(_ trueMeters: Double?) {
        guard let trueMeters, trueMeters.isFinite, trueMeters >= 0 else {
            meters = nil
            return
        }
        let step = Self.step(trueMeters)
        let next = (trueMeters / step).rounded() * step
        if let meters, next > meters, trueMeters - meters < Self.hysteresisSteps * step { return }
        meters = next
    }

    /// The number of steps by which the distance must increase before the sign follows.
    private static let hysteresisSteps = 1.5

    private static func step(_ meters: Double) -> Double {
        switch meters {
        case ..<300: 10
        case ..<1000: 50
        case ..<10_000: 100
        default: 1000
        }
    }
}
