import NavigationEvents
import Platform
import Testing

@testable import Positions

@Suite("Reports of gpsd")
struct GPSDReaderTests {
    private static let tpv =
        #"{"class":"TPV","device":"/dev/a","mode":3,"status":2,"time":"2026-05-04T08:00:01.000Z","lat":50.05,"lon":8.25,"#
        + #""altMSL":104.5,"track":91.5,"speed":5.5,"eps":0.8,"eph":20.0}"#

    @Test func `the errors of a position are halved, since gpsd reports 95 percent`() {
        var reader = GPSDReader(address: "it")
        _ = reader.lines(#"{"class":"SKY","device":"/dev/a","nSat":12,"uSat":9,"hdop":1.1}"# + "\n", now: 0)
        _ = reader.lines(#"{"class":"ATT","device":"/dev/a","heading":183.4}"# + "\n", now: 0)
        let fix = Fix(
            time: clock(8, 0, 1), position: .harbour, altitudeMeters: 104.5, horizontalAccuracyMeters: 10,
            speedMetersPerSecond: 5.5, speedAccuracyMetersPerSecond: 0.4, courseDegrees: 91.5, headingDegrees: 183.4,
            satellitesUsed: 9, satellitesInView: 12, quality: .differential)
        #expect(reader.lines(Self.tpv + "\n", now: 1) == [.fix(fix)])
    }

    @Test
    func
        `an error that flatters counts as three metres, errors by axis are joined, and without any the dilution serves`()
    {
        #expect(accuracy(of: #""eph":2"#) == 3)
        #expect(accuracy(of: #""epx":6,"epy":8"#) == 5)
        #expect(accuracy(of: #""mode":3"#) == nil)
        var reader = GPSDReader(address: "it")
        _ = reader.lines(#"{"class":"SKY","device":"/dev/a","hdop":1.5}"# + "\n", now: 0)
        #expect(reader.fixes(Self.tpv.replacing(#","eph":20.0"#, with: "")).map(\.horizontalAccuracyMeters) == [7.5])
    }

    @Test func `satellites are counted where gpsd does not count them`() {
        var reader = GPSDReader(address: "it")
        let sky = #"{"class":"SKY","device":"/dev/a","satellites":[{"PRN":1,"used":true},{"PRN":2,"used":false}]}"#
        _ = reader.lines(sky + "\n", now: 0)
        let fix = reader.fixes(Self.tpv).first
        #expect(fix?.satellitesUsed == 1)
        #expect(fix?.satellitesInView == 2)
    }

    @Test func `an old compass reading expires`() {
        var reader = GPSDReader(address: "it")
        _ = reader.lines(#"{"class":"ATT","device":"/dev/a","heading":183.4}"# + "\n", now: 0)
        #expect(reader.fixes(Self.tpv, now: 1.9).first?.headingDegrees == 183.4)
        #expect(reader.fixes(Self.tpv, now: 2.1).first?.headingDegrees == nil)
    }

    @Test func `invalid lines of gpsd 3.22 after a GST sentence are counted and skipped`() {
        var reader = GPSDReader(address: "it")
        let broken = #"{"class":"ATT","device":"tcp://x",,"time":"2026-05-04T08:00:01.000Z""heading":174.300}"#
        let told = reader.lines(broken + "\n" + Self.tpv + "\n", now: 0)
        #expect(told.count == 2)
        #expect(
            told.first == .problem(.badLine(source: "it", line: 1, reason: "is not valid JSON of gpsd", count: 1)))
    }

    @Test(arguments: [#""mode":1"#, #""mode":0"#]) func `a report without a fix yields none`(mode: String) {
        var reader = GPSDReader(address: "it")
        #expect(reader.lines(Self.tpv.replacing(#""mode":3"#, with: mode) + "\n", now: 0).isEmpty)
    }

    @Test(
        arguments: [(#""lat":50.05"#, #""lat":150.05"#), (#""time":"2026-05-04T08:00:01.000Z","#, "")])
    func `an invalid position and a position without a time are reported`(part: String, replacement: String) {
        var reader = GPSDReader(address: "it")
        let told = reader.lines(Self.tpv.replacing(part, with: replacement) + "\n", now: 0)
        guard case .problem(.badLine("it", 1, _, 1)) = told.first else {
            Issue.record("\(told)")
            return
        }
    }

    @Test func `of two receivers the first with a fix is used until it is silent`() {
        var reader = GPSDReader(address: "it")
        let other = Self.tpv.replacing("/dev/a", with: "/dev/b")
        #expect(reader.fixes(Self.tpv, now: 0).count == 1)
        #expect(reader.fixes(other, now: 1).isEmpty)
        #expect(reader.fixes(other, now: 4).isEmpty)
        let told = reader.lines(other + "\n", now: 6)
        #expect(told.first == .problem(.deviceChanged(from: "/dev/a", to: "/dev/b")))
        #expect(told.count == 2)
        #expect(reader.fixes(Self.tpv, now: 7).isEmpty)
    }

    @Test func `only the configured receiver is read, and errors of gpsd are reported`() {
        var reader = GPSDReader(address: "it", device: "/dev/b")
        #expect(reader.fixes(Self.tpv).isEmpty)
        #expect(reader.fixes(Self.tpv.replacing("/dev/a", with: "/dev/b")).count == 1)
        let told = reader.lines(
            #"{"class":"DEVICES","devices":[]}"# + "\n" + #"{"class":"DEVICES","devices":[{"path":"/dev/a"}]}"# + "\n"
                + #"{"class":"ERROR","message":"Bad thing"}"# + "\n", now: 0)
        #expect(
            told == [
                .problem(.refused(address: "it", message: "gpsd has no receiver")),
                .problem(.refused(address: "it", message: "gpsd has no receiver /dev/b but /dev/a")),
                .problem(.refused(address: "it", message: "Bad thing")),
            ])
    }

    @Test func `random bytes do not crash the reader of gpsd`() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SplitMix64(seed: seed)
        let good = Array((Self.tpv + "\n" + #"{"class":"SKY","nSat":12,"satellites":[{"used":true}]}"# + "\n").utf8)
        for _ in 0..<2000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            var reader = GPSDReader(address: "it")
            var splitter = LineSplitter()
            for line in splitter.lines(adding: bytes) {
                for case .fix(let fix) in reader.add(line, now: 0) { #expect(fix.position.isValid, "seed \(seed)") }
            }
        }
    }

    private func accuracy(of fields: String) -> Double? {
        var reader = GPSDReader(address: "it")
        return reader.fixes(Self.tpv.replacing(#""eph":20.0"#, with: fields)).first?.horizontalAccuracyMeters
    }
}

extension GPSDReader {
    /// Adds a text line by line.
    mutating func lines(_ text: String, now: Double) -> [Output] {
        var splitter = LineSplitter()
        return splitter.lines(adding: text.utf8).flatMap { add($0, now: now) }
    }

    /// The fixes of a line.
    mutating func fixes(_ text: String, now: Double = 0) -> [Fix] {
        lines(text + "\n", now: now).compactMap {
            if case .fix(let fix) = $0 { fix } else { nil }
        }
    }
}

@Suite("A faulty gpsd")
struct FaultyGPSDTests {
    @Test func `new devices do not exhaust the memory and the one in use keeps its satellites`() {
        var reader = GPSDReader(address: "it")
        let tpv = #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-05-04T08:00:01.000Z","lat":50,"lon":8}"#
        _ = reader.lines(tpv + "\n", now: 0)
        _ = reader.lines(#"{"class":"SKY","device":"/dev/a","nSat":12,"uSat":9}"# + "\n", now: 0)
        for number in 0..<1000 {
            _ = reader.lines("{\"class\":\"SKY\",\"device\":\"/dev/\(number)\",\"nSat\":1}\n", now: 0)
            _ = reader.lines("{\"class\":\"ATT\",\"device\":\"/dev/\(number)\",\"heading\":1}\n", now: 0)
        }
        #expect(reader.rememberedDevices <= 32)
        #expect(reader.fixes(tpv, now: 1).first?.satellitesUsed == 9)
    }
}

@Suite("A faulty receiver")
struct FaultyNMEATests {
    @Test func `new satellites in an endless epoch do not exhaust the memory`() throws {
        var epoch = NMEAEpoch()
        for number in 0..<5000 {
            let body = "G\(number % 10)GSA,A,3,\(number),,,,,,,,,,,,1,1,1,\(number)"
            let sum = body.utf8.reduce(0) { $0 ^ $1 }
            let digits = (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true)
            if let sentence = try NMEASentence.read(Array("$\(body)*\(digits)".utf8)) { try epoch.add(sentence) }
        }
        #expect(!epoch.satelliteIDs.isEmpty)
        #expect(epoch.satelliteIDs.count <= 256)
    }
}
