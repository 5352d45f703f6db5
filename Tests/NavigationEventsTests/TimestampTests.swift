import Testing

@testable import NavigationEvents

@Suite("Days and times")
struct TimeTests {
    @Test func `every day from 1678 to 2261 survives the conversion to a date`() throws {
        let first = try #require(CivilDay(year: 1678, month: 1, day: 1)).number
        let last = try #require(CivilDay(year: 2261, month: 12, day: 31)).number
        let wrong = (first...last).first { number in
            let date = CivilDay(number: number).date
            return CivilDay(year: date.year, month: date.month, day: date.day)?.number != number
        }
        #expect(wrong == nil)
        #expect(CivilDay(year: 1970, month: 1, day: 1)?.number == 0)
        #expect(CivilDay(year: 2000, month: 2, day: 29)?.number == 11_016)
    }

    @Test(
        arguments: [
            (2026, 2, 29), (2026, 4, 31), (1900, 2, 29), (2026, 0, 1), (2026, 13, 1), (0, 1, 1),
        ])
    func `dates that do not exist are refused`(year: Int, month: Int, day: Int) {
        #expect(CivilDay(year: year, month: month, day: day) == nil)
    }

    @Test(
        arguments: [
            ("2026-05-04T08:00:01Z", 1.0), ("2026-05-04T08:00:01.25Z", 1.25),
            ("2026-05-04T10:00:01+02:00", 1),
            ("2026-05-04T03:30:01-0430", 1), ("2026-05-04 08:00:01", 1),
            ("2026-05-04T08:00:00.123456789123Z", 0.123456789),
        ])
    func `times are read with fractions and offsets`(text: String, seconds: Double) {
        // 2026-05-04T08:00:00Z
        let start = Timestamp(nanosecondsSinceEpoch: 1_777_881_600_000_000_000)
        #expect(Timestamp(iso8601: text)?.seconds(since: start) == seconds)
    }

    @Test(
        arguments: [
            "", "yesterday", "2026-05-04", "2026-05-04T25:00:00Z", "2026-02-30T08:00:00Z",
            "2026-05-04T08:00:00.Z", "2026-05-04T08:00:00+99:00", "2026-05-04T08:00:00é",
        ])
    func `an invalid time is refused`(text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (1_777_881_601_250_000_000, "2026-05-04T08:00:01.250Z"),
        (1_777_881_601_250_000_001, "2026-05-04T08:00:01.250000001Z"),
        (1_777_939_199_999_999_999, "2026-05-04T23:59:59.999999999Z"), (-1, "1969-12-31T23:59:59.999999999Z"),
        (Int64.max, "2262-04-11T23:47:16.854775807Z"), (Int64.min, "1677-09-21T00:12:43.145224192Z"),
    ])
    func `a time has as many digits as it needs, three at least`(nanoseconds: Int64, text: String) {
        #expect(Timestamp(nanosecondsSinceEpoch: nanoseconds).iso8601 == text)
    }

    @Test func `for a log a time is cut to milliseconds`() {
        #expect(
            Timestamp(nanosecondsSinceEpoch: 1_777_881_601_250_999_999).iso8601Milliseconds
                == "2026-05-04T08:00:01.250Z")
        #expect(Timestamp(nanosecondsSinceEpoch: -1).iso8601Milliseconds == "1969-12-31T23:59:59.999Z")
    }
}
