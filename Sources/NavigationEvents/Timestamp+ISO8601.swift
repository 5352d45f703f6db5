extension Timestamp {
    /// The time in ISO 8601, in UTC: "2026-05-04T08:00:01.250Z". The fraction has three digits, and up to nine if the time
    /// is not a whole number of milliseconds.
    package var iso8601: String {
        var fraction = nanosecondsOfSecond.padded(9)
        while fraction.count > 3, fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(iso8601ToSecond).\(fraction)Z"
    }

    /// The time in ISO 8601, in UTC, cut to milliseconds: "2026-05-04T08:00:01.250Z".
    package var iso8601Milliseconds: String {
        "\(iso8601ToSecond).\((nanosecondsOfSecond / 1_000_000).padded(3))Z"
    }

    /// The time in ISO 8601, in UTC, cut to seconds: "2026-05-04T08:00:01Z".
    package var iso8601Seconds: String { "\(iso8601ToSecond)Z" }

    private var wholeSeconds: Int64 { nanosecondsSinceEpoch.flooredQuotient(1_000_000_000) }

    // The first second of a timestamp begins before its range: the arithmetic wraps, and the difference is right.
    private var nanosecondsOfSecond: Int { Int(nanosecondsSinceEpoch &- wholeSeconds &* 1_000_000_000) }

    private var iso8601ToSecond: String {
        let day = CivilDay(of: self)
        let second = Int(wholeSeconds) - day.number * 86_400
        return "\(day.iso8601)T\((second / 3600).padded(2)):\((second / 60 % 60).padded(2)):\((second % 60).padded(2))"
    }

    /// Reads "2026-05-04T08:00:01.250Z", with `Z`, an offset ("+02:00") or neither, which means UTC; `nil` for any other
    /// text.
    package init?(iso8601 text: some StringProtocol) {
        let bytes = Array(text.utf8)
        func whole(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            return Self.digits(bytes[range])
        }
        func isByte(_ index: Int, _ character: Unicode.Scalar) -> Bool {
            index < bytes.count && bytes[index] == UInt8(ascii: character)
        }
        guard isByte(4, "-"), isByte(7, "-"), isByte(10, "T") || isByte(10, " "), isByte(13, ":"), isByte(16, ":"),
            let year = whole(0..<4), let month = whole(5..<7), let dayOfMonth = whole(8..<10),
            let hour = whole(11..<13), let minute = whole(14..<16), let second = whole(17..<19),
            hour < 24, minute < 60, second <= 60,
            let day = CivilDay(year: year, month: month, day: dayOfMonth)
        else { return nil }
        var rest = bytes[19...]
        var fraction = 0.0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard !digits.isEmpty, let value = Double("0." + String(decoding: digits.prefix(9), as: UTF8.self)) else {
                return nil
            }
            fraction = value
            rest = rest[digits.endIndex...]
        }
        guard let offset = Self.offsetSeconds(Array(rest)) else { return nil }
        self = day.time(secondsOfDay: Double(hour * 3600 + minute * 60 + second - offset) + fraction)
    }

    private static func offsetSeconds(_ zone: [UInt8]) -> Int? {
        if zone.isEmpty || zone == [UInt8(ascii: "Z")] || zone == [UInt8(ascii: "z")] { return 0 }
        guard zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-") else { return nil }
        let digits = zone.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard digits.count == 4, let value = Self.digits(digits) else { return nil }
        let (hours, minutes) = value.quotientAndRemainder(dividingBy: 100)
        guard hours <= 14, minutes < 60 else { return nil }
        return (zone[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private static func digits(_ bytes: some Collection<UInt8>) -> Int? {
        guard bytes.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
