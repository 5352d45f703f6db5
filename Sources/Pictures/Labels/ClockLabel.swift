import Glibc
public import NavigationEvents

/// A time of the day as displays write it: `14:05`, `2:05 PM`.
public struct ClockLabel: Hashable, Sendable {
    /// How hours are counted.
    public enum Hours: String, Sendable, Hashable, CaseIterable {
        /// 0 to 23.
        case of24 = "24"
        /// 12, 1 to 11, twice.
        case of12 = "12"
    }

    /// The label.
    public let text: String

    /// Makes the label of a moment; seconds are cut off, as clocks do.
    ///
    /// - Parameter secondsEastOfUTC: Of the zone; `nil` is the zone of this machine, summer time included.
    public init(_ time: Timestamp, hours: Hours = .of24, secondsEastOfUTC: Int? = nil) {
        let seconds = Int(time.nanosecondsSinceEpoch.floored(by: 1_000_000_000))
        let local = seconds &+ (secondsEastOfUTC ?? Self.machineOffset(at: seconds))
        let minute = Int(Int64(local).floored(by: 60)) - Int(Int64(local).floored(by: 86400)) * 1440
        let digits = "\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
        switch hours {
        case .of24: text = "\(minute < 600 ? "0" : "")\(minute / 60):\(digits)"
        case .of12:
            let hour = minute / 60 % 12
            text = "\(hour == 0 ? 12 : hour):\(digits) \(minute < 720 ? "AM" : "PM")"
        }
    }

    private static func machineOffset(at seconds: Int) -> Int {
        var (moment, parts) = (time_t(seconds), tm())
        return localtime_r(&moment, &parts) == nil ? 0 : parts.tm_gmtoff
    }
}

extension Int64 {
    fileprivate func floored(by divisor: Int64) -> Int64 {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
