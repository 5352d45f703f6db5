import NavigationEvents
import Testing

@testable import Positions

@Suite("Headings in NMEA sentences")
struct CompassSentenceTests {
    @Test(
        arguments: [
            ("GPHDT,195.6,T", 195.6, HeadingReading.Reference.trueNorth),
            ("HEHDT,360.0,T", 0, .trueNorth),
            ("GPTHS,77.5,A", 77.5, .trueNorth),
            ("HCHDM,98.3,M", 98.3, .magneticNorth),
            ("HCHDG,98.3,,,,", 98.3, .magneticNorth),
            ("HCHDG,98.3", 98.3, .magneticNorth),
            ("HCHDG,98.3,0.5,E,,", 98.8, .magneticNorth),
            ("HCHDG,98.3,0.5,W,,", 97.8, .magneticNorth),
            ("HCHDG,98.3,,,12.6,W", 85.7, .trueNorth),
            ("HCHDG,358.0,1.5,E,3.5,E", 3, .trueNorth),
            ("HCHDG,1.0,1.5,W,3.5,W", 356, .trueNorth),
            ("HCHDG,98.3,,,0.0,E", 98.3, .trueNorth),
            ("PASHR,080000.00,12.34,T,1.0,2.0,0.1,0.02,0.02,0.4,1,0", 12.34, .trueNorth),
        ])
    func `each sentence yields the heading and its reference`(
        body: String, degrees: Double, reference: HeadingReading.Reference
    ) throws {
        let heading = try #require(try Self.heading(body))
        #expect(abs(heading.degrees - degrees) < 1e-9)
        #expect(heading.reference == reference)
        #expect(heading.time == nil)
    }

    @Test(
        arguments: [
            "GPHDT,,T", "GPTHS,77.5,V", "GPTHS,77.5,E", "GPTHS,77.5,M", "GPTHS,77.5,S", "GPTHS,77.5", "HCHDG,,,,12.6,W",
            "HCHDM,,M", "PASHR,POS,0,8,080000.00,5003.0,N", "GPVTG,91.5,T,,M,24.3,N,45.0,K,A",
        ])
    func `a compass without a measured heading yields none`(body: String) throws {
        #expect(try Self.heading(body) == nil)
    }

    @Test(
        arguments: [
            ("GPHDT,north,T", "has the impossible heading \"north\""),
            ("GPHDT,nan,T", "has the impossible heading \"nan\""),
            ("HCHDM,721,M", "has the impossible heading \"721\""),
            ("GPHDT,91.0,M", "has \"M\" after its heading instead of \"T\""),
            ("HCHDG,98.3,0.5,X,,", "has the impossible deviation \"0.5,X\""),
            ("HCHDG,98.3,,,190,E", "has the impossible variation \"190,E\""),
            ("HCHDG,98.3,,,12.6,", "has the impossible variation \"12.6,\""),
        ])
    func `an impossible heading is reported with its line`(body: String, reason: String) {
        var reader = NMEAReader(source: "it")
        #expect(
            reader.lines("# first\n" + NMEAWriter.sentence(body) + "\n")
                == [.problem(.badLine(source: "it", line: 2, reason: reason, count: 1))])
    }

    @Test func `the accuracy is read where the sentence has it`() throws {
        #expect(try Self.heading("PASHR,080000.00,12.34,T,1.0,2.0,0.1,0.02,0.02,0.4,1,0")?.accuracyDegrees == 0.4)
        #expect(try Self.heading("PASHR,080000.00,12.34,T,1.0,2.0,0.1,,,,1,0")?.accuracyDegrees == nil)
        #expect(try Self.heading("GPHDT,12.34,T")?.accuracyDegrees == nil)
    }

    @Test func `compasses are distinguished by device and talker`() throws {
        #expect(try Self.heading("HCHDM,98.3,M")?.source == "nmea /dev/ttyUSB0 HC")
        #expect(try Self.heading("GPHDT,98.3,T")?.source == "nmea /dev/ttyUSB0 GP")
        let pashr = "PASHR,080000.00,12.34,T,1.0,2.0,0.1,0.02,0.02,0.4,1,0"
        #expect(try Self.heading(pashr)?.source == "nmea /dev/ttyUSB0 PASHR")
    }

    @Test func `the name of a compass has 1 to 64 bytes of text for any device`() {
        #expect(CompassName.name("gpsd", device: "") == "gpsd")
        #expect(CompassName.name("gpsd", device: "a\nb\u{7F}") == "gpsd a?b?")
        let path = "/dev/serial/by-id/" + String(repeating: "x", count: 80) + "-port0"
        let name = CompassName.name("nmea", device: path, talker: "HC")
        #expect(name.utf8.count == 64)
        #expect(name.hasSuffix("x-port0 HC"))
        for length in 0..<80 {
            let name = CompassName.name(
                "gpsd", device: String(repeating: "a", count: length) + String(repeating: "🧭", count: 20))
            #expect(name.utf8.count <= 64 && name.hasSuffix("🧭"))
        }
    }

    private static func heading(_ body: String) throws -> HeadingReading? {
        try NMEASentence.read(Array(NMEAWriter.sentence(body).utf8))?.heading(from: "/dev/ttyUSB0")
    }
}

@Suite("Headings among the positions of NMEA")
struct CompassEpochTests {
    /// `count` headings in each second, after its position: 0, 1, 2 … degrees.
    private static func drive(seconds: Range<Int>, each count: Int, _ type: String = "HCHDM,@,M") -> String {
        seconds.map { second in
            NMEAWriter.epoch(NMEAWriter.time(secondsOfDay: 28_800 + second))
                + (0..<count).map { number in
                    let degrees = "\((second * count + number) % 360).0"
                    return NMEAWriter.sentence(type.replacing("@", with: degrees)) + "\r\n"
                }.joined()
        }.joined()
    }

    @Test func `recorded headings are spread from one epoch to the next`() {
        let told = ReaderOutputs(Self.drive(seconds: 0..<3, each: 4))
        #expect(told.headings.map(\.degrees) == (0..<12).map(Double.init))
        #expect(told.seconds == (0..<12).map { Double($0) / 4 })
        #expect(told.headings.allSatisfy { $0.source == "nmea it HC" && $0.reference == .magneticNorth })
        #expect(told.kinds == "fhhhhfhhhhfhhhh")
    }

    @Test func `in a gap of the receiver headings come at least once a second`() {
        let text = Self.drive(seconds: 0..<1, each: 3) + Self.drive(seconds: 60..<62, each: 2)
        #expect(ReaderOutputs(text).seconds == [0, 1, 2, 60, 60.5, 61, 61.5])
    }

    @Test func `headings continue over midnight and stand still while time runs backwards`() {
        let compass = NMEAWriter.sentence("HCHDM,5.0,M") + "\n"
        let night =
            NMEAWriter.epoch("235959.00") + compass + compass
            + NMEAWriter.epoch("000000.00", date: "050526") + compass
        #expect(ReaderOutputs(night).headings.map(\.time) == [59, 59.5, 60].map { clock(23, 59, $0) })
        let backwards = NMEAWriter.epoch("080005.00") + compass + compass + NMEAWriter.epoch("080003.00") + compass
        #expect(ReaderOutputs(backwards).seconds == [5, 5, 3])
    }

    @Test func `epochs before the first date are dated later, including their headings`() {
        let compass = NMEAWriter.sentence("HCHDM,5.0,M") + "\n"
        let early =
            NMEAWriter.sentence("GPGGA,235959.00,5003.0,N,00815.0,E,1,08,1.2,104.5,M,47.0,M,,") + "\n" + compass
        let told = ReaderOutputs(early + NMEAWriter.epoch("000000.00", date: "050526"))
        #expect(told.headings.map(\.time) == [clock(23, 59, 59)])
    }

    @Test func `headings before the first epoch are dropped`() {
        let compass = NMEAWriter.sentence("HCHDM,5.0,M") + "\n"
        #expect(ReaderOutputs(compass + compass + NMEAWriter.epoch("080000.00")).headings.isEmpty)
        #expect(ReaderOutputs(compass).headings.isEmpty)
    }

    @Test func `a compass without a receiver does not exhaust the memory`() {
        let compass = NMEAWriter.sentence("HCHDM,5.0,M") + "\n"
        let told = ReaderOutputs(NMEAWriter.epoch("080000.00") + String(repeating: compass, count: 5000))
        #expect(told.headings.count == 512)
        #expect(told.kinds.first == "f")
    }

    @Test func `a fix has the first true heading after its epoch and never a magnetic one`() {
        #expect(ReaderOutputs(Self.drive(seconds: 0..<2, each: 4, "GPHDT,@,T")).fixes.map(\.headingDegrees) == [0, 4])
        #expect(ReaderOutputs(Self.drive(seconds: 0..<2, each: 4, "GPTHS,@,A")).fixes.map(\.headingDegrees) == [0, 4])
        #expect(
            ReaderOutputs(Self.drive(seconds: 0..<2, each: 4, "HCHDG,@,,,1.0,E")).fixes.map(\.headingDegrees) == [1, 5])
        #expect(ReaderOutputs(Self.drive(seconds: 0..<2, each: 4)).fixes.map(\.headingDegrees) == [nil, nil])
        #expect(
            ReaderOutputs(Self.drive(seconds: 0..<2, each: 4, "HCHDG,@,,,,")).fixes.map(\.headingDegrees) == [nil, nil])
    }

    @Test
    func `live headings have no time, and a fix has the last one before it`() {
        var reader = NMEAReader(source: "/dev/ttyUSB0", today: CivilDay(year: 2026, month: 5, day: 4))
        let compass = NMEAWriter.sentence("HCHDT,7.0,T") + "\n"
        let reading = NMEAReader.Output.heading(
            HeadingReading(degrees: 7, reference: .trueNorth, source: "nmea /dev/ttyUSB0 HC"))
        #expect(reader.lines(compass) == [reading])
        #expect(reader.lines(NMEAWriter.epoch("080000.00")).isEmpty)
        #expect(reader.close().count == 1)
        #expect(reader.lines(compass + compass) == [reading, reading])
        _ = reader.lines(NMEAWriter.sentence("HCHDT,8.0,T") + "\n" + NMEAWriter.epoch("080001.00"))
        guard case .fix(let fix)? = reader.close().first else {
            Issue.record("there is no fix")
            return
        }
        #expect(fix.headingDegrees == 8)
    }

    /// The outputs of a recording, by kind.
    private struct ReaderOutputs {
        var outputs: [NMEAReader.Output]

        init(_ text: String) {
            var reader = NMEAReader(source: "/recordings/it")
            outputs = reader.lines(text) + reader.finish()
        }

        var headings: [HeadingReading] {
            outputs.compactMap {
                if case .heading(let heading) = $0 { heading } else { nil }
            }
        }
        var fixes: [Fix] {
            outputs.compactMap {
                if case .fix(let fix) = $0 { fix } else { nil }
            }
        }
        /// The times of the headings, seconds after eight o'clock.
        var seconds: [Double?] { headings.map { $0.time?.seconds(since: clock(8, 0, 0)) } }
        /// One letter per output.
        var kinds: String {
            outputs.map { output in
                switch output {
                case .fix: "f"
                case .heading: "h"
                case .silence: "s"
                case .problem: "p"
                }
            }.joined()
        }
    }
}
