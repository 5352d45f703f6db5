import Platform
import Testing

@testable import Positions

@Suite("Reports of gpsd")
struct GPSDReportTests {
    @Test(arguments: [
        "1", "[]", "{}", #"{"class":1}"#, #"{"class":"TPV","mode":1.5}"#, #"{"class":"TPV","lat":1e999}"#,
    ])
    func `a line of another shape is no report`(line: String) {
        #expect(GPSDReport(line: Array(line.utf8)) == nil)
    }

    @Test func `no mutation of a line crashes the reader`() {
        var readCount = 0
        var generator = SplitMix64(seed: 11)
        let line = Array(#"{"class":"SKY","hdop":1.25e0,"satellites":[{"used":true,"n":"\u00e9"}],"x":null}"#.utf8)
        for _ in 0..<20_000 {
            var bytes = line
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator) / 8)
            guard case .sky(let sky)? = GPSDReport(line: bytes) else { continue }
            readCount += 1
            if sky.hdop?.isFinite == false { Issue.record("\(bytes) is read as \(sky)") }
        }
        #expect((1..<20_000).contains(readCount))
    }
}
