import Glibc
public import NavigationEvents

/// A time of the day as displays write it: `14:05`, `2:05 PM`, and on another day `00:40 +1`.
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
    /// - Parameters:
    ///   - now: What is today: the midnights from then to the moment are counted behind it. `nil` counts none.
    ///   - secondsEastOfUTC: Of the zone; `nil` is the zone of this machine, summer time included.
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

    /// Seconds since the epoch as the clocks of a zone count them.
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
