import Glibc
public import NavigationEvents

/// A time of day as displays write it: `14:05`, `2:05 PM`, and on another day `00:40 +1`.
public struct ClockLabel: Hashable, Sendable {
    /// The format of hours.
    public enum Hours: String, Sendable, Hashable, CaseIterable {
        /// 0 to 23.
        case of24 = "24"
        /// 12, 1 to 11, with AM or PM.
        case of12 = "12"
    }

    /// The label.
    public let text: String

    /// Creates the label of a time; seconds are cut off.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - hours: The format of hours.
    ///   - now: The current time: the label ends with the number of midnights from then to `time`. `nil` adds none.
    ///   - secondsEastOfUTC: The offset of the time zone; `nil` for the zone of this machine, with summer time.
    public init(_ time: Timestamp, hours: Hours = .of24, now: Timestamp? = nil, secondsEastOfUTC: Int? = nil) {
        let seconds = Self.localSeconds(time, secondsEastOfUTC)
        let day = seconds.floored(by: 86400)
        let minute = seconds.floored(by: 60) - day * 1440
        let digits = "\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
        var text =
            switch hours {
            case .of24: "\(minute < 600 ? "0" : "")\(minute / 60):\(digits)"
            case .of12: "\((minute / 60 + 11) % 12 + 1):\(digits) \(minute < 720 ? "AM" : "PM")"
            }
        if let now {
            let days = day - Self.localSeconds(now, secondsEastOfUTC).floored(by: 86400)
            if days != 0 { text += days > 0 ? " +\(days)" : " \(days)" }
        }
        self.text = text
    }

    /// Seconds since the epoch in local time.
    private static func localSeconds(_ time: Timestamp, _ secondsEastOfUTC: Int?) -> Int64 {
        let seconds = time.nanosecondsSinceEpoch.floored(by: 1_000_000_000)
        return seconds &+ Int64(secondsEastOfUTC ?? machineOffset(at: Int(seconds)))
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
