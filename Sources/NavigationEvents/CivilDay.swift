/// A day of the Gregorian calendar, counted from 1970-01-01.
package struct CivilDay: Sendable, Hashable {
    /// Days since 1970-01-01, negative before it.
    package var number: Int

    /// The days that a timestamp can represent: a receiver without dates counts midnights, and may count further.
    private static let maxNumber = 106_750

    package init(number: Int) { self.number = number }

    /// The day of a date; `nil` if the years 1678 to 2261 contain no such date.
    package init?(year: Int, month: Int, day: Int) {
        guard (1678...2261).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        // Years that begin in March, so that the leap day is the last of them.
        let shifted = month <= 2 ? year - 1 : year
        let cycle = shifted / 400
        let yearOfCycle = shifted - cycle * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        number = cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear - 719_468
        guard date.day == day else { return nil }
    }

    /// The day of a time.
    package init(of time: Timestamp) {
        number = Int(time.nanosecondsSinceEpoch.flooredQuotient(86_400_000_000_000))
    }

    /// Year, month and day.
    package var date: (year: Int, month: Int, day: Int) {
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

    /// The time so many seconds after the beginning of the day. A day out of the range of a timestamp becomes the nearest one
    /// within it.
    package func time(secondsOfDay: Double) -> Timestamp {
        let nanoseconds = Int64((secondsOfDay * 1e9).rounded())
        let day = Int64(min(max(number, -Self.maxNumber), Self.maxNumber))
        return Timestamp(nanosecondsSinceEpoch: day * 86_400_000_000_000 + nanoseconds)
    }

    /// The date in ISO 8601: "2026-05-04".
    package var iso8601: String {
        let (year, month, day) = date
        return "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))"
    }
}

extension Int {
    /// The number in decimal, with leading zeros up to a width.
    func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}

extension Int64 {
    /// The quotient rounded down, also for negative numbers.
    func flooredQuotient(_ divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
