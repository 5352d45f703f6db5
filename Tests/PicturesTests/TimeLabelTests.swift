import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Pictures

@Suite("Durations and times of day as displays write them")
struct TimeLabelTests {
    @Test(
        arguments: [
            (0.0, "< 1 min"), (29, "< 1 min"), (31, "1 min"), (754, "13 min"), (3569, "59 min"), (3570, "1 h 00 min"),
            (3900, "1 h 05 min"), (86_369, "23 h 59 min"), (86_370, "24 h"), (108_000, "30 h"),
        ])
    func `durations are rounded to minutes, long ones to hours`(_ seconds: Double, _ text: String) {
        #expect(DurationLabel(seconds: seconds)?.text == text)
    }

    @Test(arguments: [Double.nan, .infinity, -1, 1e9]) func `an invalid duration has no label`(_ seconds: Double) {
        #expect(DurationLabel(seconds: seconds) == nil)
    }

    @Test(
        arguments: [
            (0, 0, "00:00", "12:00 AM"), (59, 0, "00:00", "12:00 AM"), (43_200, 0, "12:00", "12:00 PM"),
            (50_700, 0, "14:05", "2:05 PM"), (50_700, 7200, "16:05", "4:05 PM"), (50_700, -19_800, "08:35", "8:35 AM"),
            (-1, 0, "23:59", "11:59 PM"), (86_399, 3600, "00:59", "12:59 AM"),
        ])
    func `times are in the time zone`(_ seconds: Int64, _ zone: Int, _ day: String, _ half: String) {
        let time = Timestamp(nanosecondsSinceEpoch: seconds * 1_000_000_000)
        #expect(ClockLabel(time, secondsEastOfUTC: zone).text == day)
        #expect(ClockLabel(time, hours: .of12, secondsEastOfUTC: zone).text == half)
    }

    @Test(
        arguments: [
            // The 50,700th second of a day is 14:05.
            (50_700, 82_740, 0, "22:59"), (50_700, 88_800, 0, "00:40 +1"), (50_700, 175_200, 0, "00:40 +2"),
            // In a zone two hours to the east, midnight is two hours earlier.
            (50_700, 80_000, 7200, "00:13 +1"), (80_000, 88_800, 7200, "02:40"), (88_800, 50_700, 0, "14:05 -1"),
        ])
    func `a time on another day has the number of midnights`(
        _ now: Int64, _ seconds: Int64, _ zone: Int, _ text: String
    ) {
        let (now, time) = (
            Timestamp(nanosecondsSinceEpoch: now * 1_000_000_000),
            Timestamp(nanosecondsSinceEpoch: seconds * 1_000_000_000)
        )
        #expect(ClockLabel(time, now: now, secondsEastOfUTC: zone).text == text)
        #expect(ClockLabel(time, secondsEastOfUTC: zone).text == text.prefix(5), "nothing is today")
    }

    @Test func `US units have a clock of twelve hours`() {
        #expect(DisplayUnits.allCases.map(\.clockHours) == [.of24, .of12, .of24])
        let time = Timestamp(nanosecondsSinceEpoch: 88_800_000_000_000)
        let now = Timestamp(nanosecondsSinceEpoch: 0)
        #expect(ClockLabel(time, hours: .of12, now: now, secondsEastOfUTC: 0).text == "12:40 AM +1")
    }

    @Test func `every time has a label, also in the zone of the machine`() {
        var generator = SplitMix64.announced(for: "moments")
        let moments = [Int64.min, .max] + (0..<1000).map { _ in Int64.random(in: .min ... .max, using: &generator) }
        for moment in moments {
            for zone in [nil, 0, 50_400, -43_200] {
                let text = ClockLabel(Timestamp(nanosecondsSinceEpoch: moment), secondsEastOfUTC: zone).text
                #expect(text.count == 5 && text.dropFirst(2).first == ":", "\(moment): \(text)")
            }
        }
    }
}
