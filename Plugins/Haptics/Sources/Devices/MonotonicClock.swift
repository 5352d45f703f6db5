/// A clock that never goes back, and continues while the machine sleeps.
enum MonotonicClock {
    private static let origin = ContinuousClock.now

    /// Milliseconds since an arbitrary time of this process; above 0.
    static var milliseconds: Int {
        let (seconds, attoseconds) = origin.duration(to: .now).components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000) + 1
    }
}
