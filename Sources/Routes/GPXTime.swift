/// Parses times of GPX files: "2024-05-01T08:30:15.5Z", or with an offset from universal time.
enum GPXTime {
    /// Seconds since an arbitrary epoch; `nil` if the text is not a time.
    static func seconds(_ text: [UInt8]) -> Double? {
        var rest = text.drop { $0 <= 0x20 }
        guard let year = number(&rest, digits: 4), skip(&rest, "-"), let month = number(&rest, digits: 2),
            skip(&rest, "-"), let day = number(&rest, digits: 2), skip(&rest, "T"), let hour = number(&rest, digits: 2),
            skip(&rest, ":"), let minute = number(&rest, digits: 2), skip(&rest, ":"),
            let second = number(&rest, digits: 2), (1...12).contains(month), (1...31).contains(day), hour < 25,
            minute < 60, second < 61
        else { return nil }
        let time = Double(dayNumber(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second)
        return time + fraction(&rest) - offset(&rest)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int) -> Int? {
        let digitBytes = rest.prefix(digits)
        guard digitBytes.count == digits, digitBytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(digits)
        return digitBytes.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    private static func skip(_ rest: inout ArraySlice<UInt8>, _ mark: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Double {
        guard skip(&rest, ".") else { return 0 }
        var (value, unit) = (0.0, 0.1)
        while let digit = number(&rest, digits: 1) {
            value += Double(digit) * unit
            unit /= 10
        }
        return value
    }

    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Double {
        guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return 0 }
        rest = rest.dropFirst()
        guard let hours = number(&rest, digits: 2), skip(&rest, ":"), let minutes = number(&rest, digits: 2) else {
            return 0
        }
        let seconds = Double(hours * 3600 + minutes * 60)
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    /// Day number in the Gregorian calendar; years begin in March, so that the leap day is the last day.
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let years = month > 2 ? year : year - 1
        let monthsFromMarch = (month + 9) % 12
        return years * 365 + years / 4 - years / 100 + years / 400 + (monthsFromMarch * 153 + 2) / 5 + day
    }
}
