import Glibc
import NavigationEvents

extension Timestamp {
    /// The time as `2026-05-04T08:00:01.250Z`: with milliseconds, and further digits only if they are not zero.
    var iso8601: String {
        let (whole, nanoseconds) = nanosecondsSinceEpoch.flooredQuotientAndRemainder(dividingBy: 1_000_000_000)
        var seconds = time_t(whole)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let day =
            "\((Int(parts.tm_year) + 1900).digits(4))-\((Int(parts.tm_mon) + 1).digits(2))-\(Int(parts.tm_mday).digits(2))"
        let time = "\(Int(parts.tm_hour).digits(2)):\(Int(parts.tm_min).digits(2)):\(Int(parts.tm_sec).digits(2))"
        var fraction = Int(nanoseconds).digits(9)
        while fraction.count > 3, fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(day)T\(time).\(fraction)Z"
    }

    /// Reads `2026-05-04T08:00:01Z`, with or without a fraction and the `Z`; `nil` for any other text.
    init?(utc text: String) {
        let form = /([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]{1,9})?Z?/
        guard let match = text.wholeMatch(of: form), let year = Int32(match.1), let month = Int32(match.2),
            let day = Int32(match.3), let hour = Int32(match.4), let minute = Int32(match.5),
            let second = Int32(match.6), (1970...2261).contains(year), (1...12).contains(month),
            (1...31).contains(day), hour < 24, minute < 60, second <= 60,
            let fraction = Double("0\(match.7 ?? ".0")")
        else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute, second)
        self.init(nanosecondsSinceEpoch: Int64(timegm(&parts)) * 1_000_000_000 + Int64((fraction * 1e9).rounded()))
    }
}

extension Int {
    /// The number in decimal, padded with zeros.
    fileprivate func digits(_ width: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
    }
}

extension Int64 {
    /// The quotient rounded down, and the remainder, which is never negative.
    fileprivate func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
