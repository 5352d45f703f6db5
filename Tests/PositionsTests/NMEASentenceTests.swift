import NavigationEvents
import Platform
import Testing

@testable import Positions

@Suite("NMEA sentences")
struct NMEASentenceTests {
    @Test func `a sentence is split into talker, type and fields, including empty ones`() throws {
        let line = NMEAWriter.sentence("GNRMC,080000.00,A,,,,E,,,040526,,,A")
        let sentence = try #require(try NMEASentence.read(Array(line.utf8)))
        #expect(sentence.talker == "GN")
        #expect(sentence.type == "RMC")
        #expect(sentence.field(1) == "A")
        #expect(sentence.field(2) == "")
        #expect(sentence.field(99) == "")
    }

    @Test func `a sentence is accepted only with its own checksum`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let length = Int.random(in: 0...60, using: &generator)
            let letters = (0..<length).map { _ in UInt8.random(in: 0x2B...0x7E, using: &generator) }
            let body = "GPGGA," + String(decoding: letters, as: UTF8.self)
            let good = Array(NMEAWriter.sentence(body).utf8)
            #expect(throws: Never.self, "seed \(seed), \(body)") { try NMEASentence.read(good) }
            var bad = good
            let place = Int.random(in: 1..<good.count - 3, using: &generator)
            bad[place] ^= 1 << UInt8.random(in: 0...6, using: &generator)
            guard bad[place] != UInt8(ascii: "$"), bad[place] != UInt8(ascii: "*") else { continue }
            #expect(throws: NMEASentence.Flaw.self, "seed \(seed), \(body)") {
                try NMEASentence.read(bad)
            }
        }
    }

    @Test(
        arguments: ["", "  ", "# by hand", "!AIVDM,1*00"])
    func `comments, empty lines and sentences of ships' transponders are ignored`(line: String) throws {
        #expect(try NMEASentence.read(Array(line.utf8)) == nil)
    }

    @Test(
        arguments: [
            ("$GPRMC,0800", "has no checksum"), ("$GPRMC,080000*6", "breaks off in its checksum"),
            ("$GPRMC*00", "has the checksum 00 where 4B belongs"), ("noise", "is not an NMEA sentence"),
        ])
    func `an invalid line is refused with the problem`(line: String, reason: String) {
        #expect(throws: NMEASentence.Flaw(reason: reason)) { try NMEASentence.read(Array(line.utf8)) }
    }

    @Test func `everything before the dollar sign is skipped`() throws {
        let line = [0xB5, 0x62, 0x24, 0x00] + Array(NMEAWriter.sentence("GPHDT,90.0,T").utf8)
        #expect(try NMEASentence.read(line)?.type == "HDT")
    }

    @Test func `a position is read as it was written`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let place = Coordinate(
                latitudeDegrees: Double.random(in: -90...90, using: &generator),
                longitudeDegrees: Double.random(in: -180...180, using: &generator))
            var reader = NMEAReader(source: "it")
            let outputs = reader.lines(NMEAWriter.epoch("080000.00", at: place)) + reader.finish()
            guard case .fix(let fix) = outputs.first else {
                Issue.record("seed \(seed): \(outputs)")
                return
            }
            #expect(abs(fix.position.latitudeDegrees - place.latitudeDegrees) < 1e-9, "seed \(seed)")
            #expect(abs(fix.position.longitudeDegrees - place.longitudeDegrees) < 1e-9, "seed \(seed)")
        }
    }
}

extension NMEAReader {
    /// Adds a text line by line.
    mutating func lines(_ text: String) -> [Output] {
        var splitter = LineSplitter()
        return splitter.lines(adding: text.utf8).flatMap { add($0) }
    }
}
