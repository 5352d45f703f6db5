import NavigationEvents

/// Converts NMEA lines to fixes and headings: groups the sentences of one time and finds their day. A value; it
/// performs no input and has no clock.
///
/// Live headings are returned immediately and without a time, which means now. Headings of a recording follow the fix
/// of the epoch before them, with times up to the next one.
struct NMEAReader {
    /// A result of processing a line.
    enum Output: Hashable {
        case fix(Fix)
        case heading(HeadingReading)
        /// The receiver reports a time without a position.
        case silence(Timestamp)
        case problem(PositionProblem)
    }

    private let source: String
    /// The device in the names of compasses: for a recording its file name without the folder.
    private let device: String
    /// The present day for a live receiver; `nil` for a recording.
    private let today: CivilDay?
    private var badLines: BadLineCounter
    private var epoch = NMEAEpoch()
    private var day: CivilDay?
    private var lastSecondsOfDay: Double?
    /// The epoch that was already returned; its late sentences are ignored.
    private var closedSecondsOfDay: Double?
    private var rolledWeeks = 0
    /// Epochs from before the day was known.
    private var undated: [NMEAEpoch] = []
    private(set) var hasFix = false

    /// Maximum number of epochs that wait for their day; then one is assumed.
    private static let maxUndated = 30
    private static let halfDaySeconds = 43_200.0

    init(source: String, today: CivilDay? = nil) {
        self.source = source
        self.today = today
        device = today == nil ? String(source.split(separator: "/").last ?? "") : source
        badLines = BadLineCounter(source: source)
    }

    /// Processes a line.
    mutating func add(_ line: LineSplitter.Line) -> [Output] {
        do throws(NMEASentence.Flaw) {
            if line.isCut { throw NMEASentence.Flaw(reason: "is longer than any sentence") }
            guard let sentence = try NMEASentence.read(line.bytes) else { return [] }
            return try add(sentence)
        } catch {
            return badLines.problem(line: line.number, reason: error.reason).map { [.problem($0)] } ?? []
        }
    }

    /// Completes the current epoch, since the receiver pauses.
    mutating func close() -> [Output] {
        guard !epoch.isEmpty else { return [] }
        let finished = epoch
        epoch = NMEAEpoch()
        epoch.lengthSeconds = finished.lengthSeconds
        closedSecondsOfDay = finished.secondsOfDay
        return dated(finished)
    }

    /// Completes all remaining epochs.
    mutating func finish() -> [Output] {
        var outputs = close()
        if !undated.isEmpty { outputs += assumeDay() }
        return outputs
    }

    private mutating func add(_ sentence: NMEASentence) throws(NMEASentence.Flaw) -> [Output] {
        if let heading = try sentence.heading(from: device) { return add(heading) }
        var outputs: [Output] = []
        if let seconds = try NMEAEpoch.secondsOfDay(sentence) {
            if seconds == closedSecondsOfDay { return [] }
            if let current = epoch.secondsOfDay, current != seconds {
                epoch.lengthSeconds = Self.length(from: current, to: seconds)
                outputs = close()
            }
            epoch.secondsOfDay = seconds
        } else if closedSecondsOfDay != nil, epoch.secondsOfDay == nil {
            // Late sentences of a completed epoch.
            return []
        }
        try epoch.add(sentence)
        return outputs
    }

    private mutating func add(_ heading: HeadingReading) -> [Output] {
        if heading.reference == .trueNorth { epoch.add(trueHeadingDegrees: heading.degrees) }
        if today != nil { return [.heading(heading)] }
        epoch.keep(heading)
        return []
    }

    /// Seconds from one time to the next, also over midnight; 0 if time runs backwards.
    private static func length(from moment: Double, to next: Double) -> Double {
        let seconds = next - moment
        return seconds < -halfDaySeconds ? seconds + 2 * halfDaySeconds : max(0, seconds)
    }
}

extension NMEAReader {
    private mutating func dated(_ epoch: NMEAEpoch) -> [Output] {
        guard let seconds = epoch.secondsOfDay else { return [] }
        var outputs: [Output] = []
        if let stated = epoch.day {
            let day = corrected(stated, &outputs)
            if self.day == nil { outputs += dateWaiting(endingAt: day, secondsOfDay: seconds) }
            self.day = day
        } else if let day, let last = lastSecondsOfDay, last - seconds > Self.halfDaySeconds {
            self.day = CivilDay(number: day.number + 1)
        }
        lastSecondsOfDay = seconds
        guard let day else {
            undated.append(epoch)
            return undated.count > Self.maxUndated ? assumeDay() : []
        }
        return outputs + self.outputs(epoch, day: day, secondsOfDay: seconds)
    }

    private mutating func outputs(_ epoch: NMEAEpoch, day: CivilDay, secondsOfDay: Double) -> [Output] {
        let headings = epoch.headings(day: day).map { Output.heading($0) }
        guard let fix = epoch.fix(day: day) else {
            return [.silence(day.time(secondsOfDay: secondsOfDay))] + headings
        }
        hasFix = true
        return [.fix(fix)] + headings
    }

    /// Dates the epochs before the first date: the same day, or the previous one for times later in the day.
    private mutating func dateWaiting(endingAt day: CivilDay, secondsOfDay: Double) -> [Output] {
        let waiting = undated
        undated = []
        return waiting.flatMap { epoch -> [Output] in
            guard let seconds = epoch.secondsOfDay else { return [] }
            let isBefore = seconds - secondsOfDay > Self.halfDaySeconds
            return outputs(epoch, day: CivilDay(number: day.number - (isBefore ? 1 : 0)), secondsOfDay: seconds)
        }
    }

    private mutating func assumeDay() -> [Output] {
        let day = today ?? CivilDay(number: 0)
        self.day = day
        let waiting = undated
        undated = []
        return [.problem(.noDate(source: source, assumed: day.iso8601))]
            + waiting.flatMap { epoch in
                epoch.secondsOfDay.map { outputs(epoch, day: day, secondsOfDay: $0) } ?? []
            }
    }

    /// Corrects the week rollover: receivers count weeks modulo 1024, and the date of a live one cannot be years away.
    private mutating func corrected(_ stated: CivilDay, _ outputs: inout [Output]) -> CivilDay {
        guard let today else { return stated }
        let cycleDays = 1024 * 7
        let cycles = (Double(today.number - stated.number) / Double(cycleDays)).rounded()
        let weeks = Int(cycles) * 1024
        if weeks != rolledWeeks {
            rolledWeeks = weeks
            if weeks != 0 { outputs.append(.problem(.weekRollover(source: source, weeks: weeks))) }
        }
        return CivilDay(number: stated.number + weeks * 7)
    }
}
