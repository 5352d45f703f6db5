import Geodesy
import NavigationEvents

/// Guides through a calibration: waits until a compass has pointed in one direction for three seconds, while its wearer
/// faces true north. A pure value: events go in with their time in seconds, and the actions to perform come out.
struct Calibrator: Hashable, Sendable {
    /// The calibration fails after this time.
    static let maxSeconds = 60.0
    /// Without any heading, the calibration fails after this time.
    static let maxSilentSeconds = 8.0
    /// A calibration of a wearer who moves fails after this time.
    static let maxMovingSeconds = 8.0
    /// A movement counts for this time, unless a fix says otherwise.
    private static let movementSeconds = 5.0
    /// After the compass in use is steady, the others have this time to become steady.
    static let othersSeconds = 2.0
    /// Time between two pulses and two lines of progress.
    static let progressIntervalSeconds = 1.0

    /// An action to perform.
    enum Step: Hashable, Sendable {
        /// Progress: play a pulse, and report the text.
        case progress(String)
        /// The calibration is finished.
        case done([Result])
        /// The calibration has failed; the reason completes "failed to …".
        case failed(String)
    }

    /// The offset of a compass.
    struct Result: Hashable, Sendable {
        /// The name of the compass.
        var source: String
        /// Its heading while its wearer faces true north, 0..<360.
        var offsetDegrees: Double
        /// The unsteadiness of the heading: a circular standard deviation.
        var spreadDegrees: Double
    }

    private struct Movement: Hashable, Sendable {
        var since: Double
        var until: Double
    }

    private let beganSeconds: Double
    private var compasses: [String: SteadyHeading] = [:]
    private var lastHeadingSeconds: Double
    private var inaccurateCount = 0
    /// The compass in use, without which the calibration does not end; `nil` if any compass will do.
    private var wanted: String?
    /// The time since which that compass is steady.
    private var steadySince: Double?
    /// Since when the wearer has been moving, and when that was last observed.
    private var moving: Movement?
    private var progressTimer: RepeatTimer
    /// Whether the calibration has ended.
    private(set) var isOver = false

    /// Starts a calibration.
    init(at seconds: Double) {
        beganSeconds = seconds
        lastHeadingSeconds = seconds
        progressTimer = RepeatTimer(intervalSeconds: Self.progressIntervalSeconds, firstAt: seconds)
    }

    /// Handles a heading of a compass.
    ///
    /// - Parameters:
    ///   - degrees: The heading of the compass.
    ///   - source: The name of the compass.
    ///   - wanted: The compass in use; `nil` if there is none yet.
    ///   - seconds: The time.
    mutating func handle(_ degrees: Double, of source: String, wanted: String? = nil, at seconds: Double) -> [Step] {
        guard degrees.isFinite else { return handleInaccurateHeading(at: seconds) }
        self.wanted = wanted
        lastHeadingSeconds = max(lastHeadingSeconds, seconds)
        // While the wearer walks straight on, the heading is steady but not north.
        if isMoving(at: seconds) { compasses[source] = SteadyHeading() }
        compasses[source, default: SteadyHeading()].handle(Angle.normalized(degrees), at: seconds)
        return advance(to: seconds)
    }

    /// Counts a heading that is too inaccurate to be usable.
    mutating func handleInaccurateHeading(at seconds: Double) -> [Step] {
        inaccurateCount += 1
        return advance(to: seconds)
    }

    /// Handles whether the wearer moves.
    mutating func handle(isMoving: Bool, at seconds: Double) -> [Step] {
        if isMoving {
            let since = self.isMoving(at: seconds) ? moving?.since : nil
            moving = Movement(since: since ?? seconds, until: seconds)
            for source in compasses.keys { compasses[source] = SteadyHeading() }
        } else {
            moving = nil
        }
        return advance(to: seconds)
    }

    /// Advances the time.
    mutating func advance(to seconds: Double) -> [Step] {
        guard !isOver else { return [] }
        // A clock that was set back or far ahead makes the calibration useless.
        guard abs(seconds - beganSeconds) <= 2 * Self.maxSeconds else {
            return end(.failed("calibrate: the clock was set during the calibration; start it again"))
        }
        if let results = results(at: seconds) { return end(.done(results)) }
        if let moving, !compasses.isEmpty, moving.until - moving.since >= Self.maxMovingSeconds {
            return end(
                .failed(
                    "calibrate: the wearer is moving; face true north, stand still, and start the calibration again"))
        }
        let waited = seconds - beganSeconds
        if seconds - lastHeadingSeconds >= Self.maxSilentSeconds {
            return end(.failed(compasses.isEmpty ? silence : unrest(seconds)))
        }
        if waited >= Self.maxSeconds { return end(.failed(unrest(seconds))) }
        return progressTimer.isDue(at: seconds) ? [.progress(words(at: seconds))] : []
    }

    /// Handles the complete silence of the bus, without positions and headings.
    mutating func fallSilent() -> [Step] {
        guard !isOver else { return [] }
        return end(
            .failed(
                "calibrate: neither positions nor headings come from the bus; start a source of positions, which "
                    + "headings need too, and start the calibration again"))
    }

    private mutating func end(_ step: Step) -> [Step] {
        isOver = true
        return [step]
    }

    /// The results, when the compass in use is steady and the others are steady or have had their time.
    private mutating func results(at seconds: Double) -> [Result]? {
        let current = compasses.filter { isCurrent($0.value, seconds) }
        let steady = current.filter(\.value.isSteady)
        guard wanted.map({ steady[$0] != nil }) ?? !steady.isEmpty else {
            steadySince = nil
            return nil
        }
        let since = steadySince ?? seconds
        steadySince = since
        guard steady.count == current.count || seconds - since >= Self.othersSeconds else { return nil }
        return steady.compactMap(Self.result).sorted { $0.source < $1.source }
    }

    private func isMoving(at seconds: Double) -> Bool {
        moving.map { abs(seconds - $0.until) <= Self.movementSeconds } ?? false
    }

    private static func result(_ source: String, _ heading: SteadyHeading) -> Result? {
        let mean = heading.mean
        return mean.degrees.map {
            Result(source: source, offsetDegrees: $0, spreadDegrees: mean.deviationDegrees)
        }
    }

    private func isCurrent(_ heading: SteadyHeading, _ seconds: Double) -> Bool {
        heading.lastSeconds.map { abs(seconds - $0) <= SteadyHeading.maxGapSeconds } ?? false
    }

    /// The progress in words.
    private func words(at seconds: Double) -> String {
        if isMoving(at: seconds) { return "you are moving: stand still" }
        let current = compasses.filter { isCurrent($0.value, seconds) }.sorted { $0.key < $1.key }
        guard !current.isEmpty else { return "no heading yet" }
        return current.map { source, heading in
            let degrees = Int(clamping: (heading.filteredDegrees ?? 0).rounded()) % 360
            let tenths = Int(clamping: (min(heading.steadySeconds, SteadyHeading.wantedSeconds) * 10).rounded())
            return "\(source): \(degrees)°, steady for \(tenths / 10).\(tenths % 10) of 3 s"
        }.joined(separator: "; ")
    }

    private var silence: String {
        if inaccurateCount > 0 {
            return "calibrate: the compass is uncertain by more than 45°; move it in a figure eight, away from metal "
                + "and magnets, and start the calibration again"
        }
        return "calibrate: no compass sends headings; wear one that does, connect one by gpsd or NMEA, or send "
            + "headings with navbus heading"
    }

    private func unrest(_ seconds: Double) -> String {
        guard compasses.values.contains(where: { isCurrent($0, seconds) }) else {
            return "calibrate: the compass has fallen silent; check its battery and its cable, and start the "
                + "calibration again"
        }
        return
            "calibrate: the heading\(wanted.map { " of \($0)" } ?? "") was never steady within 5° for 3 s in a minute; stand still, away from metal and "
            + "magnets, and start the calibration again"
    }
}
