import TestSupport
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
        let readCount = MutatedJSON.readCount { bytes in
            guard case .sky(let sky)? = GPSDReport(line: bytes) else { return false }
            if sky.hdop?.isFinite == false { Issue.record("\(bytes) is read as \(sky)") }
            return true
        }
        #expect((1..<MutatedJSON.count).contains(readCount))
    }
}
