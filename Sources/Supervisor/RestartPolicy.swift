import Platform

/// Decides whether and when a process that ended unexpectedly is restarted. A value: time is an argument.
///
/// The first restart comes soon; each further delay is twice as long, up to a maximum. After a stable time the delays
/// begin again. A process that dies too often in a short time has failed, and is tried again at long intervals. A
/// process that did its work before it died is restarted immediately, unless that happens too often, and never counts
/// as failed.
public struct RestartPolicy: Sendable {
    /// The times of a policy.
    public struct Settings: Sendable, Hashable {
        /// Seconds before the first restart.
        public var firstDelaySeconds: Double
        /// Maximum delay before a restart, seconds.
        public var maxDelaySeconds: Double
        /// Random share by which a delay is longer or shorter, so that processes that died together restart apart.
        public var jitter: Double
        /// Seconds of stable running after which the delays begin again.
        public var resetSeconds: Double
        /// Number of deaths within ``windowSeconds`` that count as a failure; `nil`: never.
        public var maxDeaths: Int?
        /// Seconds during which deaths are counted.
        public var windowSeconds: Double
        /// Seconds after which a failed process is tried again.
        public var retrySeconds: Double
        /// Whether the first restart comes immediately.
        public var isFirstAtOnce: Bool
        /// Maximum number of immediate restarts within ``windowSeconds`` of a process that did its work.
        public var maxAtOnce: Int

        /// Makes settings; the defaults are for controls.
        public init(
            firstDelaySeconds: Double = 0.25,
            maxDelaySeconds: Double = 30,
            jitter: Double = 0.2,
            resetSeconds: Double = 60,
            maxDeaths: Int? = 5,
            windowSeconds: Double = 60,
            retrySeconds: Double = 300,
            isFirstAtOnce: Bool = false,
            maxAtOnce: Int = 10
        ) {
            self.firstDelaySeconds = firstDelaySeconds
            self.maxDelaySeconds = maxDelaySeconds
            self.jitter = jitter
            self.resetSeconds = resetSeconds
            self.maxDeaths = maxDeaths
            self.windowSeconds = windowSeconds
            self.retrySeconds = retrySeconds
            self.isFirstAtOnce = isFirstAtOnce
            self.maxAtOnce = maxAtOnce
        }

        /// The settings of the bus: restarted immediately, with short delays and without a limit, because nothing works
        /// without it. After a second of running it did not die of its start.
        public static let bus = Settings(maxDelaySeconds: 1, resetSeconds: 1, maxDeaths: nil, isFirstAtOnce: true)
    }

    /// The action after a death.
    public enum Decision: Sendable, Hashable {
        /// Restart after this many seconds.
        case restart(afterSeconds: Double)
        /// The process has failed; try again after this many seconds.
        case retry(afterSeconds: Double)
        /// Do not restart: it would end in the same way.
        case leave
    }

    private let settings: Settings
    private var random: SplitMix64
    private var startedAtSeconds = 0.0
    /// Restarts since the delays began.
    private var restarts = 0
    private var deaths: [Double] = []
    /// Times of immediate restarts after work.
    private var restartsAtOnce: [Double] = []
    /// Whether it died too often and has not run for a stable time since.
    private var hasFailed = false

    /// Makes a policy for one process; equal seeds give equal delays.
    public init(_ settings: Settings = Settings(), seed: UInt64) {
        self.settings = settings
        random = SplitMix64(seed: seed)
    }

    /// Notes a start.
    public mutating func started(atSeconds now: Double) { startedAtSeconds = now }

    /// Decides about an unexpected end.
    ///
    /// - Parameters:
    ///   - ending: How the process ended.
    ///   - now: The time, seconds.
    ///   - isRequired: Whether it is restarted however it ended, because it did its work and nothing works without it.
    ///   - hasWorked: Whether this process did its work, so that it did not die of its start.
    public mutating func ended(
        _ ending: ProcessEnding, atSeconds now: Double, isRequired: Bool = false, hasWorked: Bool = false
    ) -> Decision {
        guard isRequired || !ending.isFinal else { return .leave }
        if hasWorked { return .restart(afterSeconds: delaySecondsAfterWork(atSeconds: now)) }
        if now - startedAtSeconds >= settings.resetSeconds {
            restarts = 0
            hasFailed = false
        }
        deaths = deaths.filter { now - $0 < settings.windowSeconds }
        deaths.append(now)
        if let most = settings.maxDeaths, deaths.count >= most { hasFailed = true }
        guard !hasFailed, isRequired || !ending.isMissing else { return .retry(afterSeconds: settings.retrySeconds) }
        defer { restarts += 1 }
        return .restart(afterSeconds: delaySeconds)
    }

    /// A process that works in between has not failed, however often it dies.
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
            // Beyond this number the maximum is reached.
            let doublings = min(restarts - (settings.isFirstAtOnce ? 1 : 0), 30)
            let delay = min(settings.firstDelaySeconds * Double(1 << doublings), settings.maxDelaySeconds)
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

    /// It ended by itself with success, or refused its command line or its settings: another start would end the same
    /// way.
    var isFinal: Bool {
        switch self {
        case .exited(let code): [0, 64, 78].contains(code)
        case .signaled, .replaced, .unstartable: false
        }
    }

    /// The executable is missing or cannot be executed.
    var isMissing: Bool {
        switch self {
        case .exited(let code): [126, 127].contains(code)
        case .unstartable: true
        case .signaled, .replaced: false
        }
    }
}

extension ProcessEnding: CustomStringConvertible {
    /// Description, such as `ended unexpectedly, with exit code 3`.
    public var description: String {
        switch self {
        case .exited(0): "ended by itself"
        case .exited(let code): "ended unexpectedly, with exit code \(code)"
        case .signaled(let signal): "ended unexpectedly, by signal \(signal)"
        case .replaced(let reason): "\(reason) and was ended"
        case .unstartable(let reason): "could not be started: \(reason)"
        }
    }
}
