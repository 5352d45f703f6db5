import NavigationEvents
import Platform
import Testing

@testable import Positions

@Suite("Fixes from NMEA")
struct NMEAReaderTests {
    @Test func `the sentences of one time form one fix with all their values`() throws {
        let text =
            NMEAWriter.epoch("080001.00")
            + [
                "GPGSA,A,3,02,05,07,13,,,,,,,,,1.9,1.1,1.5", "GPGSV,2,1,07,02,57,057,34",
                "GLGSV,1,1,05,65,57,057,34",
                "GPGST,080001.00,5.0,5.0,5.0,0.0,3.0,4.0,8.0", "GPHDT,195.6,T",
                "GPVTG,90.0,T,,M,10.0,N,18.52,K,A",
            ].map { NMEAWriter.sentence($0) + "\n" }.joined()
        let fix = try #require(fixes(text).first)
        #expect(fixes(text).count == 1)
        #expect(fix.time == clock(8, 0, 1))
        #expect(fix.altitudeMeters == 104.5)
        #expect(fix.horizontalAccuracyMeters == 5)
        #expect(abs((fix.speedMetersPerSecond ?? 0) - 5.1444) < 0.001)
        #expect(fix.courseDegrees == 90)
        #expect(fix.headingDegrees == 195.6)
        #expect(fix.satellitesUsed == 8)
        #expect(fix.satellitesInView == 12)
        #expect(fix.quality == .gps)
    }

    @Test func `without GST the accuracy is five metres per unit of dilution`() throws {
        #expect(try #require(fixes(NMEAWriter.epoch("080001.00")).first).horizontalAccuracyMeters == 6)
    }

    @Test func `implausible numbers of satellites are ignored`() throws {
        let views = (10..<30).map { NMEAWriter.sentence("\($0)GSV,1,1,999999999999999999") + "\n" }.joined()
        let fix = try #require(fixes(NMEAWriter.epoch("080001.00") + views).first)
        #expect(fix.satellitesInView == nil)
    }

    @Test func `a time with an exponent is refused`() {
        let text = NMEAWriter.sentence("GPRMC,120000e-3,A,5003.0,N,00815.0,E,10.0,90.0,040526,,,A") + "\n"
        #expect(fixes(text).isEmpty)
    }

    @Test func `midnights are counted up to the last day of a timestamp`() {
        let date = NMEAWriter.sentence("GPZDA,235957.00,31,12,2261,00,00") + "\n"
        let nights = (0..<150).map { _ in
            ["235958.00", "235959.00", "000000.00"].map {
                NMEAWriter.sentence("GPGLL,5003.0,N,00815.0,E,\($0),A,A") + "\n"
            }.joined()
        }
        let times = fixes(date + nights.joined()).map(\.time)
        #expect(times.count == 450)
        #expect(times.allSatisfy { $0 > clock(0, 0, 0) })
    }

    @Test(arguments: ["GP", "GN", "GL", "GA", "BD", "IN"]) func `sentences of any talker are read`(talker: String) {
        let text =
            NMEAWriter.sentence("\(talker)RMC,080000.00,A,5003.0,N,00815.0,E,10.0,90.0,040526,,,A") + "\n"
        #expect(fixes(text).map(\.position) == [.harbour])
    }

    @Test func `a GLL alone with the date of a ZDA is a fix`() throws {
        let text = ["GPZDA,080000.00,04,05,2026,00,00", "GPGLL,5003.0,N,00815.0,E,080000.00,A,A"]
            .map { NMEAWriter.sentence($0) + "\n" }.joined()
        let fix = try #require(fixes(text).first)
        #expect(fix.time == clock(8, 0, 0))
        #expect(fix.position == .harbour)
        #expect(fix.speedMetersPerSecond == nil)
    }

    @Test(
        arguments: [
            ("1", FixQuality.gps), ("2", .differential), ("4", .differential), ("6", .deadReckoning),
            ("8", .unknown),
        ])
    func `the quality of the fix is kept`(digit: String, quality: FixQuality) {
        let text =
            NMEAWriter.epoch("080000.00").replacing("GPGGA", with: "GPXXX")
            + NMEAWriter.sentence("GPGGA,080000.00,5003.0,N,00815.0,E,\(digit),08,1.2,104.5,M,47.0,M,,")
            + "\n"
        #expect(fixes(text).map(\.quality) == [quality])
    }

    @Test func `epochs without a position are silence, not fixes`() {
        let text =
            NMEAWriter.epoch("080000.00")
            + [
                "GPRMC,080001.00,V,,,,,,,040526,,,N", "GPGGA,080001.00,,,,,0,00,99.99,,M,,M,,",
                "GPRMC,080002.00,V,5003.0,N,00815.0,E,,,040526,,,N",
            ].map { NMEAWriter.sentence($0) + "\n" }.joined()
        #expect(fixes(text).map(\.time) == [clock(8, 0, 0)])
        #expect(outputs(text).suffix(2) == [.silence(clock(8, 0, 1)), .silence(clock(8, 0, 2))])
    }

    @Test func `at midnight the next day begins, with or without a date`() {
        let dated = NMEAWriter.epoch("235959.00") + NMEAWriter.epoch("000000.00", date: "050526")
        #expect(fixes(dated).map(\.time) == [clock(23, 59, 59), clock(0, 0, 0, day: 5)])
        let undated =
            NMEAWriter.epoch("235959.00")
            + NMEAWriter.sentence("GPGGA,000000.00,5003.0,N,00815.0,E,1,08,1.2,104.5,M,47.0,M,,") + "\n"
        #expect(fixes(undated).map(\.time) == [clock(23, 59, 59), clock(0, 0, 0, day: 5)])
    }

    @Test func `epochs before the first date are dated later`() {
        let early =
            NMEAWriter.sentence("GPGGA,235959.00,5003.0,N,00815.0,E,1,08,1.2,104.5,M,47.0,M,,") + "\n"
        #expect(
            fixes(early + NMEAWriter.epoch("000000.00", date: "050526")).map(\.time) == [
                clock(23, 59, 59), clock(0, 0, 0, day: 5),
            ])
    }

    @Test func `a recording without a date starts on 1970-01-01, which is reported`() {
        let text =
            NMEAWriter.sentence("GPGGA,080000.00,5003.0,N,00815.0,E,1,08,1.2,104.5,M,47.0,M,,") + "\n"
        #expect(outputs(text).first == .problem(.noDate(source: "it", assumed: "1970-01-01")))
        #expect(fixes(text).map(\.time) == [Timestamp(nanosecondsSinceEpoch: 28_800_000_000_000)])
    }

    @Test func `a date 1024 weeks too old is corrected for a live receiver, which is reported`() {
        var reader = NMEAReader(source: "it", today: CivilDay(year: 2026, month: 5, day: 4))
        let told = reader.lines(NMEAWriter.epoch("080000.00", date: "180906")) + reader.close()
        #expect(told.first == .problem(.weekRollover(source: "it", weeks: 1024)))
        guard case .fix(let fix) = told.last else {
            Issue.record("\(told)")
            return
        }
        #expect(fix.time == clock(8, 0, 0))
    }

    @Test(
        arguments: [
            "GPRMC,080000.00,A,9103.0,N,00815.0,E,10.0,90.0,040526,,,A",
            "GPRMC,080000.00,A,5061.0,N,00815.0,E,10.0,90.0,040526,,,A",
            "GPRMC,080000.00,A,nan,N,00815.0,E,10.0,90.0,040526,,,A",
            "GPRMC,080000.00,A,5003.0,N,18100.0,E,10.0,90.0,040526,,,A",
            "GPRMC,080000.00,A,5003.0,X,00815.0,E,10.0,90.0,040526,,,A",
            "GPRMC,250000.00,A,5003.0,N,00815.0,E,10.0,90.0,040526,,,A",
            "GPRMC,080000.00,A,5003.0,N,00815.0,E,10.0,90.0,310226,,,A",
        ])
    func `impossible positions, times and dates are reported with their line`(body: String) {
        let told = outputs("# first\n" + NMEAWriter.sentence(body) + "\n")
        guard case .problem(.badLine("it", 2, let reason, 1)) = told.first else {
            Issue.record("\(told)")
            return
        }
        #expect(reason.hasPrefix("has the impossible"))
        #expect(fixes(NMEAWriter.sentence(body) + "\n").isEmpty)
    }

    @Test func `of many invalid lines some are reported with their count`() {
        let told = outputs(String(repeating: "$GPRMC,0800\n", count: 1000))
        #expect(told.count == 20 + 18 + 8)
        #expect(
            told.last
                == .problem(.badLine(source: "it", line: 1000, reason: "has no checksum", count: 1000)))
    }

    @Test func `random bytes do not crash the NMEA reader`() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SplitMix64(seed: seed)
        let good = Array(
            (NMEAWriter.recording(seconds: 0..<3)
                + NMEAWriter.sentence("GPZDA,080000.00,04,05,2026,00,00")).utf8)
        for _ in 0..<2000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            var splitter = LineSplitter()
            var reader = NMEAReader(source: "it")
            for line in splitter.lines(adding: bytes) { _ = reader.add(line) }
            for case .fix(let fix) in reader.finish() { #expect(fix.position.isValid, "seed \(seed)") }
        }
    }

    private func outputs(_ text: String) -> [NMEAReader.Output] {
        var reader = NMEAReader(source: "it")
        return reader.lines(text) + reader.finish()
    }

    private func fixes(_ text: String) -> [Fix] {
        outputs(text).compactMap {
            if case .fix(let fix) = $0 { fix } else { nil }
        }
    }
}
