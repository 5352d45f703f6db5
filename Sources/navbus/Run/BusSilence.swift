/// For how long the process of the bus has not answered. A value: time comes in as an argument.
///
/// What counts is the time since the last answer. Between two looks at most ``maxSecondsBetweenLooks`` count, unless it was
/// waited for longer: a launcher that was held up itself has not seen what happened meanwhile.
struct BusSilence {
    static let maxSecondsBetweenLooks = 1.0

    /// Seconds since the last answer, as far as it was watched.
    private(set) var seconds = 0.0
    private var process: Int32 = 0
    private var lookedAtSeconds = 0.0

    /// Takes note of an answer.
    mutating func answered(process: Int32, atSeconds now: Double) {
        seconds = 0
        lookedAtSeconds = now
        self.process = process
    }

    /// Takes note that a process has not answered yet. One that was not known begins to be silent now.
    ///
    /// - Parameter waitedSeconds: how long it was waited for at the last look.
    mutating func noAnswer(process: Int32, waitedSeconds: Double, atSeconds now: Double) {
        let counted = min(max(now - lookedAtSeconds, 0), max(Self.maxSecondsBetweenLooks, waitedSeconds))
        seconds = process == self.process ? seconds + counted : 0
        lookedAtSeconds = now
        self.process = process
    }
}
