import Geodesy
import NavigationEvents

/// Leads through facing north: waits until a compass has pointed in one direction for three seconds, while its wearer
/// faces true north. A pure value: what comes goes in, with its time in seconds, and what is to be done comes out.
struct Calibrator: Hashable, Sendable {
    /// It is given up after so long.
    static let mostSeconds = 60.0
    /// Without any heading it is given up sooner.
    static let mostSilentSeconds = 8.0
    /// Whose wearer moves for so long is told to stand still.
    static let mostMovingSeconds = 8.0
    /// That its wearer moved holds for so long, if no fix says otherwise.
    private static let movementSeconds = 5.0
    /// When the compass in use is steady, the others are waited for so long.
    static let othersSeconds = 2.0
    /// Between two pulses that say "it is going on", and two lines that say how.
    static let beatSeconds = 1.0

    /// What is to be done.
    enum Step: Hashable, Sendable {
        /// A beat: pulse, and tell the words.
        case beat(String)
        /// It is done.
        case done([Result])
        /// It is given up, and why: completes "failed to …".
        case failed(String)
    }

    /// How a compass sits.
    struct Result: Hashable, Sendable {
        /// Which compass.
        var source: String
        /// Its heading while its wearer faces true north, 0..<360.
        var offsetDegrees: Double
        /// How much it trembled: a circular standard deviation.
        var spreadDegrees: Double
    }

    private struct Movement: Hashable, Sendable {
        var since: Double
        var until: Double
    }

    private let beganSeconds: Double
    private var compasses: [String: SteadyHeading] = [:]
    private var heardSeconds: Double
    private var vagueCount = 0
    /// The compass in use: without it there is no end. `nil` if any will do.
    private var wanted: String?
    /// Since when that one is steady.
    private var steadySince: Double?
    /// Since when its wearer has been moving, and when that was seen last.
    private var moving: Movement?
    private var nextBeat: Double
    /// Whether it is over.
    private(set) var isOver = false

    /// Begins.
    init(at seconds: Double) {
        beganSeconds = seconds
        heardSeconds = seconds
        nextBeat = seconds
    }

    /// Takes a heading as the compass says it.
    ///
    /// - Parameter wanted: The compass in use; `nil` if there is none yet.
    mutating func take(_ degrees: Double, of source: String, wanted: String? = nil, at seconds: Double) -> [Step] {
        guard degrees.isFinite else { return takeVague(at: seconds) }
        self.wanted = wanted
        heardSeconds = max(heardSeconds, seconds)
        // Who walks straight on is steady, but does not face north.
        if isMoving(at: seconds) { compasses[source] = SteadyHeading() }
        compasses[source, default: SteadyHeading()].take(Angle.normalized(degrees), at: seconds)
        return advance(to: seconds)
    }

    /// Takes note of a heading that is too vague to be of use.
    mutating func takeVague(at seconds: Double) -> [Step] {
        vagueCount += 1
        return advance(to: seconds)
    }

    /// Takes note that its wearer moves, or stands.
    mutating func take(isMoving: Bool, at seconds: Double) -> [Step] {
        if isMoving {
            let since = self.isMoving(at: seconds) ? moving?.since : nil
            moving = Movement(since: since ?? seconds, until: seconds)
            for source in compasses.keys { compasses[source] = SteadyHeading() }
        } else {
            moving = nil
        }
        return advance(to: seconds)
    }

    /// Time goes on.
    mutating func advance(to seconds: Double) -> [Step] {
        guard !isOver else { return [] }
        // A clock that is set back or far ahead ends nothing well.
        guard abs(seconds - beganSeconds) <= 2 * Self.mostSeconds else {
            return end(.failed("calibrate: the clock was set meanwhile; ask for it again"))
        }
        if let results = results(at: seconds) { return end(.done(results)) }
        if let moving, !compasses.isEmpty, moving.until - moving.since >= Self.mostMovingSeconds {
            return end(.failed("calibrate: its wearer moves; face true north, stand still, and ask for it again"))
        }
        let waited = seconds - beganSeconds
        if seconds - heardSeconds >= Self.mostSilentSeconds {
            return end(.failed(compasses.isEmpty ? silence : unrest(seconds)))
        }
        if waited >= Self.mostSeconds { return end(.failed(unrest(seconds))) }
        guard seconds >= nextBeat - 0.1 * Self.beatSeconds else { return [] }
        nextBeat = max(nextBeat, seconds - 0.5 * Self.beatSeconds) + Self.beatSeconds
        return [.beat(words(at: seconds))]
    }

    /// Nothing comes from the bus any more, no position either.
    mutating func fallSilent() -> [Step] {
        guard !isOver else { return [] }
        return end(
            .failed(
                "calibrate: neither positions nor headings come from the bus; start a source of positions, which "
                    + "headings need too, and ask for it again"))
    }

    private mutating func end(_ step: Step) -> [Step] {
        isOver = true
        return [step]
    }

    /// What is steady, when the compass in use is, and the others are or have had their time.
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
        heading.lastSeconds.map { abs(seconds - $0) <= SteadyHeading.mostGapSeconds } ?? false
    }

    /// How it goes, for who looks on.
    private func words(at seconds: Double) -> String {
        if isMoving(at: seconds) { return "you are moving: stand still" }
        let current = compasses.filter { isCurrent($0.value, seconds) }.sorted { $0.key < $1.key }
        guard !current.isEmpty else { return "no heading yet" }
        return current.map { source, heading in
            let degrees = Int(clamping: (heading.calmedDegrees ?? 0).rounded()) % 360
            let tenths = Int(clamping: (min(heading.steadySeconds, SteadyHeading.wantedSeconds) * 10).rounded())
            return "\(source): \(degrees)°, steady for \(tenths / 10).\(tenths % 10) of 3 s"
        }.joined(separator: "; ")
    }

    private var silence: String {
        if vagueCount > 0 {
            return "calibrate: the compass is uncertain by more than 45°; move it in a figure eight, away from metal "
                + "and magnets, and ask for it again"
        }
        return "calibrate: no compass tells a heading; wear one that does, give gpsd or NMEA one that does, or send "
            + "headings with navbus heading"
    }

    private func unrest(_ seconds: Double) -> String {
        guard compasses.values.contains(where: { isCurrent($0, seconds) }) else {
            return "calibrate: the compass has fallen silent; look at its battery and its line, and ask for it again"
        }
        return
            "calibrate: the heading\(wanted.map { " of \($0)" } ?? "") was never steady within 5° for 3 s in a minute; stand still, away from metal and "
            + "magnets, and ask for it again"
    }
}
