/// Leads through facing north: waits until a compass has pointed in one direction for three seconds, while its wearer
/// faces true north. A pure value: what comes goes in, with its time in seconds, and what is to be done comes out.
struct Calibrator: Hashable, Sendable {
    /// It is given up after so long.
    static let mostSeconds = 60.0
    /// Without any heading it is given up sooner.
    static let mostSilentSeconds = 8.0
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

    private let beganSeconds: Double
    private var compasses: [String: SteadyHeading] = [:]
    private var heardSeconds: Double
    private var vagueCount = 0
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
    mutating func take(_ degrees: Double, of source: String, at seconds: Double) -> [Step] {
        guard degrees.isFinite else { return takeVague(at: seconds) }
        heardSeconds = max(heardSeconds, seconds)
        compasses[source, default: SteadyHeading()].take(Angle.normalized(degrees), at: seconds)
        return advance(to: seconds)
    }

    /// Takes note of a heading that is too vague to be of use.
    mutating func takeVague(at seconds: Double) -> [Step] {
        vagueCount += 1
        return advance(to: seconds)
    }

    /// Time goes on.
    mutating func advance(to seconds: Double) -> [Step] {
        guard !isOver else { return [] }
        // A clock that is set back or far ahead ends nothing well.
        guard abs(seconds - beganSeconds) <= 2 * Self.mostSeconds else {
            return end(.failed("calibrate: the clock was set meanwhile; ask for it again"))
        }
        let steady = compasses.filter { isCurrent($0.value, seconds) && $0.value.isSteady }
        if !steady.isEmpty { return end(.done(steady.compactMap(Self.result).sorted { $0.source < $1.source })) }
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
        let current = compasses.filter { isCurrent($0.value, seconds) }.sorted { $0.key < $1.key }
        guard !current.isEmpty else { return "no heading yet" }
        return current.map { source, heading in
            let degrees = Int((heading.calmedDegrees ?? 0).rounded()) % 360
            let tenths = Int((min(heading.steadySeconds, SteadyHeading.wantedSeconds) * 10).rounded())
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
            "calibrate: the heading was never steady within 5° for 3 s in a minute; stand still, away from metal and "
            + "magnets, and ask for it again"
    }
}
