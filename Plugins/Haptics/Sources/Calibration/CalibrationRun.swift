import NavigationEvents

/// A calibration that goes on. Its seconds count from what comes first after it was asked for.
struct CalibrationRun {
    /// Which one of this process, from 1.
    let number: UInt64
    private var calibrator = Calibrator(at: 0)
    private var began: Timestamp?

    init(number: UInt64) { self.number = number }

    mutating func take(_ degrees: Double, isClear: Bool, of source: String, at time: Timestamp) -> [Calibrator.Step] {
        let seconds = seconds(at: time)
        return isClear
            ? calibrator.take(degrees, of: source, at: seconds) : calibrator.takeVague(at: seconds)
    }

    mutating func advance(to time: Timestamp) -> [Calibrator.Step] { calibrator.advance(to: seconds(at: time)) }

    mutating func fallSilent() -> [Calibrator.Step] { calibrator.fallSilent() }

    private mutating func seconds(at time: Timestamp) -> Double {
        let begin = began ?? time
        began = begin
        return time.seconds(since: begin)
    }
}
