import Platform

/// Decides whether and when a process that ended unasked is started again. A value: time comes in as an argument.
///
/// The first restart comes soon, each further one after twice the time, up to a bound; who stays up long enough begins
/// anew. Who dies too often in a short time has failed, and is tried again at long intervals. One that did its work before
/// it died is started again at once, unless that happens too often, and has never failed.
public struct RestartPolicy: Sendable {
    /// The times of a policy.
    public struct Settings: Sendable, Hashable {
        /// Seconds before the first restart.
        public var firstDelaySeconds: Double
        /// Seconds before a restart at most.
        public var longestDelaySeconds: Double
        /// A delay is longer or shorter by at most this share, so that those that died together do not come together.
        public var jitter: Double
        /// Who stays up for this many seconds begins anew.
        public var resetSeconds: Double
        /// So many deaths within ``windowSeconds`` are a failure; `nil`: there is never an end to trying.
        public var mostDeaths: Int?
        /// Seconds over which deaths are counted.
        public var windowSeconds: Double
        /// Seconds after which one that has failed is tried again.
        public var retrySeconds: Double
        /// Whether the first restart comes at once.
        public var isFirstAtOnce: Bool
        /// How often within ``windowSeconds`` one that did its work is started again at once.
        public var maxAtOnce: Int

        /// Makes settings; the defaults are those of controls.
        public init(
            firstDelaySeconds: Double = 0.25,
            longestDelaySeconds: Double = 30,
            jitter: Double = 0.2,
            resetSeconds: Double = 60,
            mostDeaths: Int? = 5,
            windowSeconds: Double = 60,
            retrySeconds: Double = 300,
            isFirstAtOnce: Bool = false,
            maxAtOnce: Int = 10
        ) {
            self.firstDelaySeconds = firstDelaySeconds
            self.longestDelaySeconds = longestDelaySeconds
            self.jitter = jitter
            self.resetSeconds = resetSeconds
            self.mostDeaths = mostDeaths
            self.windowSeconds = windowSeconds
            self.retrySeconds = retrySeconds
            self.isFirstAtOnce = isFirstAtOnce
            self.maxAtOnce = maxAtOnce
        }

        /// Those of the bus: back at once, and never given up or kept waiting for long, since nothing works without it.
        /// One that was up for a second did not die of its start.
        public static let bus = Settings(longestDelaySeconds: 1, resetSeconds: 1, mostDeaths: nil, isFirstAtOnce: true)
    }

    /// What is to be done about a death.
    public enum Decision: Sendable, Hashable {
        /// Start it again after this many seconds.
        case restart(afterSeconds: Double)
        /// It has failed; try it again after this many seconds.
        case retry(afterSeconds: Double)
        /// Starting it again would lead to the same end.
        case leave
    }

    private let settings: Settings
    private var random: SplitMix64
    private var startedAtSeconds = 0.0
    /// Restarts since it began anew.
    private var restarts = 0
    private var deaths: [Double] = []
    /// When it was started again at once, since it had worked.
    private var restartsAtOnce: [Double] = []
    /// Whether it died too often and has not stayed up since.
    private var hasFailed = false

    /// Makes a policy for one process; the same seed gives the same delays.
    public init(_ settings: Settings = Settings(), seed: UInt64) {
        self.settings = settings
        random = SplitMix64(seed: seed)
    }

    /// Takes note of a start.
    public mutating func started(atSeconds now: Double) { startedAtSeconds = now }

    /// Decides about an end that nobody asked for.
    ///
    /// - Parameters:
    ///   - isMissed: Whether it is started again however it ended: nothing works without it, and it did its work.
    ///   - hasWorked: Whether this process did its work before: it has not died of its start.
    public mutating func ended(
        _ ending: ProcessEnding, atSeconds now: Double, isMissed: Bool = false, hasWorked: Bool = false
    ) -> Decision {
        guard isMissed || !ending.isFinal else { return .leave }
        if hasWorked { return .restart(afterSeconds: delaySecondsAfterWork(atSeconds: now)) }
        if now - startedAtSeconds >= settings.resetSeconds {
            restarts = 0
            hasFailed = false
        }
        deaths = deaths.filter { now - $0 < settings.windowSeconds }
        deaths.append(now)
        if let most = settings.mostDeaths, deaths.count >= most { hasFailed = true }
        guard !hasFailed, isMissed || !ending.isMissing else { return .retry(afterSeconds: settings.retrySeconds) }
        defer { restarts += 1 }
        return .restart(afterSeconds: delaySeconds)
    }

    /// Who works in between has not failed, however often it dies.
    private mutating func delaySecondsAfterWork(atSeconds now: Double) -> Double {
        hasFailed = false
        deaths = []
        restartsAtOnce = restartsAtOnce.filter { now - $0 < settings.windowSeconds }
        guard restartsAtOnce.count >= settings.maxAtOnce else {
            restartsAtOnce.append(now)
            restarts = 0
            return 0
        }
        defer { restarts += 1 }
        return delaySeconds
    }

    private var delaySeconds: Double {
        mutating get {
            if settings.isFirstAtOnce, restarts == 0 { return 0 }
            // Beyond this the bound has long been reached.
            let doublings = min(restarts - (settings.isFirstAtOnce ? 1 : 0), 30)
            let delay = min(settings.firstDelaySeconds * Double(1 << doublings), settings.longestDelaySeconds)
            // -1 to 1.
            let share = Double(random.next() >> 11) / 0x1p52 - 1
            return delay * (1 + settings.jitter * share)
        }
    }
}

/// How a process ended.
public enum ProcessEnding: Sendable, Hashable {
    /// With an exit code.
    case exited(Int32)
    /// By a signal.
    case signaled(Int32)
    /// It was killed because it hung or was not ready in time; the reason.
    case replaced(String)
    /// It could not be started; the reason.
    case unstartable(String)

    /// Ended by itself and content, or refused its command line or its settings: another start ends the same way.
    var isFinal: Bool {
        switch self {
        case .exited(let code): [0, 64, 78].contains(code)
        case .signaled, .replaced, .unstartable: false
        }
    }

    /// There is nothing to start, or what is there cannot be executed.
    var isMissing: Bool {
        switch self {
        case .exited(let code): [126, 127].contains(code)
        case .unstartable: true
        case .signaled, .replaced: false
        }
    }
}

extension ProcessEnding: CustomStringConvertible {
    /// In words: `ended unasked, with exit code 3`.
    public var description: String {
        switch self {
        case .exited(0): "ended by itself"
        case .exited(let code): "ended unasked, with exit code \(code)"
        case .signaled(let signal): "ended unasked, by signal \(signal)"
        case .replaced(let reason): "\(reason) and was ended"
        case .unstartable(let reason): "could not be started: \(reason)"
        }
    }
}
