public import NavigationEvents

/// A simulated drive along a route: positions at a plausible speed, with optional noise.
///
/// The same route, settings and seed give exactly the same fixes.
public struct SimulatedDrive: PositionSource {
    /// The settings of a simulated drive.
    public struct Settings: Sendable, Hashable {
        /// Factor of the speed that the router expects; above 0.
        public var speedFactor: Double
        /// Standard deviation of the error in each direction, metres; 0 for none.
        public var noiseMeters: Double
        /// Fixes per second, above 0.
        public var rateHertz: Double
        /// Seed of the noise.
        public var seed: UInt64
        /// The time of the first fix.
        public var start: Timestamp
        /// Seconds of rest at the destination, so that the arrival is noticed.
        public var restSeconds: Double

        /// Makes settings; the defaults are 1 Hz without noise, from 2000-01-01T00:00:00Z.
        public init(
            speedFactor: Double = 1, noiseMeters: Double = 0, rateHertz: Double = 1, seed: UInt64 = 1,
            start: Timestamp = Timestamp(nanosecondsSinceEpoch: 946_684_800_000_000_000), restSeconds: Double = 5
        ) {
            self.speedFactor = speedFactor
            self.noiseMeters = noiseMeters
            self.rateHertz = rateHertz
            self.seed = seed
            self.start = start
            self.restSeconds = restSeconds
        }
    }

    private let route: Route
    private let settings: Settings
    private let pace: ReplayPace
    private let clock: any PaceClock

    /// Makes a drive. Settings out of range are clamped.
    public init(
        route: Route, settings: Settings = Settings(), pace: ReplayPace = .recorded,
        clock: any PaceClock = SystemPaceClock()
    ) {
        self.route = route
        self.settings = settings
        self.pace = pace
        self.clock = clock
    }

    /// Starts the drive; see ``PositionSource/positions()``.
    public func positions() -> AsyncStream<PositionEvent> {
        PositionPipe.stream { drive(into: $0) }
    }

    /// Starts the drive; see ``PositionSource/readings(skipping:)``.
    public func readings(skipping count: UInt64) -> PositionReadings {
        PositionPipe.readings(skipping: count) { drive(into: $0) }
    }

    private func drive(into pipe: PositionPipe) {
        var replayer = Replayer(pace: pace, clock: clock, pipe: pipe)
        for fix in fixes() {
            guard replayer.play(fix) else { return }
        }
    }

    /// All fixes of the drive, computed lazily.
    public func fixes() -> some Sequence<Fix> {
        SimulatedFixes(route: route, settings: settings)
    }
}
