import NavigationEvents
import Testing

@testable import Positions

@Suite("Headings of gpsd")
struct GPSDCompassTests {
    private static let tpv =
        #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-05-04T08:00:01.000Z","lat":50.05,"lon":8.25}"#

    /// The outputs of an ATT report.
    private static func attitude(_ members: String, device: String = "/dev/a") -> String {
        "{\"class\":\"ATT\",\"device\":\"\(device)\",\(members)}\n"
    }

    @Test(
        arguments: [
            (#""heading":183.4"#, HeadingReading(degrees: 183.4, reference: .trueNorth, source: "gpsd /dev/a")),
            (#""mheading":183.4"#, HeadingReading(degrees: 183.4, reference: .magneticNorth, source: "gpsd /dev/a")),
            (
                #""heading":183.4,"mheading":180.1"#,
                HeadingReading(degrees: 183.4, reference: .trueNorth, source: "gpsd /dev/a")
            ),
            (#""heading":360.0"#, HeadingReading(degrees: 0, reference: .trueNorth, source: "gpsd /dev/a")),
            (
                #""heading":-1.0,"mheading":5"#,
                HeadingReading(degrees: 5, reference: .magneticNorth, source: "gpsd /dev/a")
            ),
        ])
    func `true headings are preferred and magnetic ones used if there is no other`(
        members: String, reading: HeadingReading
    ) {
        var reader = GPSDReader(address: "it")
        #expect(reader.lines(Self.attitude(members), now: 0) == [.heading(reading)])
    }

    @Test(arguments: [#""yaw":5"#, #""heading":null"#, #""heading":400"#]) func `reports without a heading yield none`(
        members: String
    ) {
        var reader = GPSDReader(address: "it")
        #expect(reader.lines(Self.attitude(members), now: 0).isEmpty)
    }

    @Test func `a fix has no magnetic heading`() {
        var reader = GPSDReader(address: "it")
        _ = reader.lines(Self.attitude(#""mheading":183.4"#), now: 0)
        #expect(reader.fixes(Self.tpv).map(\.headingDegrees) == [nil])
        _ = reader.lines(Self.attitude(#""heading":184.4"#), now: 0)
        #expect(reader.fixes(Self.tpv).map(\.headingDegrees) == [184.4])
    }

    @Test func `a heading of the receiver in use keeps its time and one of another device does not`() {
        let members = #""time":"2026-05-04T08:00:01.250Z","heading":5"#
        var reader = GPSDReader(address: "it")
        #expect(reader.headings(Self.attitude(members), now: 0).map(\.time) == [nil])
        _ = reader.fixes(Self.tpv)
        #expect(reader.headings(Self.attitude(members), now: 0).map(\.time) == [clock(8, 0, 1.25)])
        #expect(reader.headings(Self.attitude(members, device: "/dev/b"), now: 9).map(\.time) == [nil])
        let odd = #""time":"yesterday","heading":5"#
        #expect(reader.headings(Self.attitude(odd), now: 18).map(\.time) == [nil])
    }

    @Test func `one compass is used at a time, preferably that of the receiver in use`() {
        func say(_ device: String, _ now: Double, to reader: inout GPSDReader) -> Int {
            reader.headings(Self.attitude(#""heading":5"#, device: device), now: now).count
        }
        var reader = GPSDReader(address: "it")
        #expect(say("/dev/b", 0, to: &reader) == 1)
        #expect(say("/dev/c", 0.5, to: &reader) == 0)
        #expect(say("/dev/b", 1, to: &reader) == 1)
        _ = reader.fixes(Self.tpv, now: 1)
        #expect(say("/dev/a", 1.2, to: &reader) == 1)
        #expect(say("/dev/b", 1.5, to: &reader) == 0)
        #expect(say("/dev/a", 3, to: &reader) == 1)
        #expect(say("/dev/b", 5.1, to: &reader) == 1)
    }

    @Test func `invalid lines are counted and headings between them are read`() {
        let broken = #"{"class":"ATT","device":"/dev/a",,"time":"2026-05-04T08:00:01.000Z""heading":174.300}"#
        var reader = GPSDReader(address: "it")
        let told = reader.lines(
            String(repeating: broken + "\n" + Self.attitude(#""heading":5"#), count: 100), now: 0)
        let headings = told.count { if case .heading = $0 { true } else { false } }
        #expect(headings == 100)
        #expect(
            told.last { if case .problem = $0 { true } else { false } }
                == .problem(.badLine(source: "it", line: 199, reason: "is not valid JSON of gpsd", count: 100)))
    }
}

extension GPSDReader {
    fileprivate mutating func headings(_ text: String, now: Double) -> [HeadingReading] {
        lines(text, now: now).compactMap {
            if case .heading(let heading) = $0 { heading } else { nil }
        }
    }
}
