/// Measures for how long the process of the bus has not answered. The caller passes the time.
///
/// Between two polls at most ``maxSecondsBetweenPolls`` count, unless the poll itself waited longer: a paused launcher
/// does not know whether the bus was silent in the meantime.
struct BusSilence {
    static let maxSecondsBetweenPolls = 1.0

    /// Seconds since the last answer, without the time in which the launcher was paused.
    private(set) var seconds = 0.0
    private var process: Int32 = 0
    private var polledAtSeconds = 0.0

    /// Notes an answer.
    mutating func answered(process: Int32, atSeconds now: Double) {
        seconds = 0
        polledAtSeconds = now
        self.process = process
    }

    /// Notes that a process has not answered. The silence of an unknown process starts now.
    ///
    /// - Parameters:
    ///   - process: The process id of the bus.
    ///   - waitedSeconds: How long the last poll waited.
    ///   - now: The present time in seconds, of a monotonic clock.
    mutating func noAnswer(process: Int32, waitedSeconds: Double, atSeconds now: Double) {
        let counted = min(max(now - polledAtSeconds, 0), max(Self.maxSecondsBetweenPolls, waitedSeconds))
        seconds = process == self.process ? seconds + counted : 0
        polledAtSeconds = now
        self.process = process
    }
}
