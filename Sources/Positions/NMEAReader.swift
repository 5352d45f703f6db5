import NavigationEvents

/// Makes fixes and headings out of lines: groups the sentences of a moment, and finds the day it lies in. A value; it
/// reads nothing itself and knows no clock.
///
/// Live, headings come out at once and without a time: they are of now. Those of a recording come behind the fix of the
/// moment that they follow, with times up to the next one.
struct NMEAReader {
    /// What lines amount to.
    enum Output: Hashable {
        case fix(Fix)
        case heading(HeadingReading)
        /// The receiver tells a moment without a position.
        case silence(Timestamp)
        case problem(PositionProblem)
    }

    private let source: String
    /// What compasses are named after: a recording goes by its name wherever it lies.
    private let device: String
    /// The present day, for a live receiver; recordings have their own.
    private let today: CivilDay?
    private var badLines: BadLineCounter
    private var epoch = NMEAEpoch()
    private var day: CivilDay?
    private var lastSecondsOfDay: Double?
    /// The moment already handed out; late sentences of it add nothing.
    private var closedSecondsOfDay: Double?
    private var rolledWeeks = 0
    /// Epochs from before the day was known.
    private var undated: [NMEAEpoch] = []
    private(set) var hasFix = false

    /// Epochs that wait for their day; then one is assumed.
    private static let mostUndated = 30
    private static let halfDaySeconds = 43_200.0

    init(source: String, today: CivilDay? = nil) {
        self.source = source
        self.today = today
        device = today == nil ? String(source.split(separator: "/").last ?? "") : source
        badLines = BadLineCounter(source: source)
    }

    /// Adds a line.
    mutating func add(_ line: LineSplitter.Line) -> [Output] {
        do throws(NMEASentence.Flaw) {
            if line.isCut { throw NMEASentence.Flaw(reason: "is longer than any sentence") }
            guard let sentence = try NMEASentence.read(line.bytes) else { return [] }
            return try add(sentence)
        } catch {
            return badLines.problem(line: line.number, reason: error.reason).map { [.problem($0)] } ?? []
        }
    }

    /// Hands out the epoch that is being gathered: the receiver pauses, so it has said what it has to say.
    mutating func close() -> [Output] {
        guard !epoch.isEmpty else { return [] }
        let finished = epoch
        epoch = NMEAEpoch()
        epoch.lengthSeconds = finished.lengthSeconds
        closedSecondsOfDay = finished.secondsOfDay
        return dated(finished)
    }

    /// Hands out everything that is left.
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
            // Trailing sentences of a moment that is closed.
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

    /// Seconds from one moment to the next, over midnight too; 0 if time runs backwards.
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
            return undated.count > Self.mostUndated ? assumeDay() : []
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

    /// Dates what came before the first date: the same day, or, if it is late in the day, the one before.
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

    /// Receivers count weeks up to 1024 and some then begin again; a live one cannot be years away.
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
