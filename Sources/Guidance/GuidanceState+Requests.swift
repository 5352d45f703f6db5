public import NavigationEvents

extension GuidanceState {
    /// Skips the next stopover on request; returns `navigation`, or nothing before the first fix and if no stopover is
    /// left before the destination.
    ///
    /// A router is asked for a route without it. If none answers within five seconds, the guidance continues along the
    /// route, past the stopover.
    public mutating func skipStopover() -> [Event] {
        navigation?.skipStopover(&present) == true ? [.navigation(present.info)] : []
    }

    /// Processes a reading of motion sensors. It makes no event: the next ``elapse(to:)`` uses it.
    ///
    /// While fixes are missing, the vehicle moves along the route by the speed of its wheels, backwards in reverse gear;
    /// the rate of turn is not used.
    public mutating func take(_ motion: MotionReading) { navigation?.take(motion) }

    /// Takes the time that a speech control needs for the announcements of the followed route. It makes no event: later
    /// cues are planned with it. Durations of another route have no effect.
    public mutating func take(_ durations: SpeechDurations) { navigation?.take(durations) }
}
