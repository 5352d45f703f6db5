/// The attempts of a source to reach its receiver again: for ever, with growing pauses.
package struct Reconnection {
    private let clock: any PaceClock
    private var backoff = Backoff()
    private var isLost = false
    /// Whether the receiver was ever reached.
    package private(set) var hasConnected = false

    package init(clock: any PaceClock) { self.clock = clock }

    /// Records data of the receiver.
    ///
    /// - Returns: Whether it ends a loss.
    package mutating func succeed() -> Bool {
        defer { (isLost, hasConnected) = (false, true) }
        backoff.reset()
        return isLost
    }

    /// Reports a failed attempt or a lost receiver, and waits before the next attempt.
    ///
    /// - Parameter problem: Makes the report from the pause in seconds.
    /// - Returns: `false` if the consumer has gone.
    package mutating func wait(in pipe: PositionPipe, reporting problem: (_ pauseSeconds: Double) -> PositionProblem)
        -> Bool
    {
        isLost = true
        let pause = backoff.pauseSeconds()
        guard pipe.send(.problem(problem(pause))) else { return false }
        clock.wait(until: clock.now() + pause, stop: pipe.stop)
        return !pipe.stop.isRaised
    }
}
