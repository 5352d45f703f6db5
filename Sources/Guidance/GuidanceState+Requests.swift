public import NavigationEvents

extension GuidanceState {
    /// Skips the next stopover on request; returns `navigation`, or nothing if no stopover is left before the
    /// destination.
    public mutating func skipStopover() -> [Event] { [] }

    /// Processes a reading of motion sensors. It makes no event: the next fix or ``elapse(to:)`` uses it.
    public mutating func take(_ motion: MotionReading) {}
}
