import NavigationEvents

/// A day of the Gregorian calendar, counted from 1970-01-01.
struct CivilDay: Hashable {
    /// Days since 1970-01-01, negative before it.
    var number: Int

    /// Maximum day of a timestamp; a receiver without dates counts midnights and may exceed it.
    private static let farthest = 106_750

    init(number: Int) { self.number = number }

    /// A day by its date; `nil` if the date does not exist or is not in the years 1678 to 2261.
    init?(year: Int, month: Int, day: Int) {
        guard (1678...2261).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        // Years that begin in March, so that the leap day is the last of them.
        let shifted = month <= 2 ? year - 1 : year
        let cycle = shifted / 400
        let yearOfCycle = shifted - cycle * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        number = cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear - 719_468
        guard name.day == day else { return nil }
    }

    /// The day of a timestamp.
    init(of time: Timestamp) {
        number = Int((Double(time.nanosecondsSinceEpoch) / 86_400e9).rounded(.down))
    }

    /// The date of the day.
    var name: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let cycle = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfCycle = shifted - cycle * 146_097
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    /// The timestamp in seconds after the start of the day, on the nearest day within the range of a timestamp.
    func time(secondsOfDay: Double) -> Timestamp {
        let nanoseconds = Int64((secondsOfDay * 1e9).rounded())
        let day = Int64(min(max(number, -Self.farthest), Self.farthest))
        return Timestamp(nanosecondsSinceEpoch: day * 86_400_000_000_000 + nanoseconds)
    }

    /// The date in ISO 8601.
    var iso8601: String {
        let (year, month, day) = name
        return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }
}
