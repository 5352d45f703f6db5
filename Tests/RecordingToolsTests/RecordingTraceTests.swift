import TestSupport
import CommandOutput
import NavigationEvents
import Testing

@testable import RecordingTools

/// The output of `navbus trace`.
@Suite struct RecordingTraceTests {
    private func lines(_ query: TraceQuery, of events: [Envelope] = TestRecording.drive(ticks: 5)) -> [[String]] {
        var collector = TraceCollector(query)
        for event in events { collector.add(event) }
        return collector.traces().map { TraceText($0, style: Style(isColored: false)).lines }
    }

    @Test func `a trace of a tick shows its fix, guidance, cue and reports`() throws {
        let trace = try #require(lines(.tick(3)).first)
        #expect(trace[0] == "tick 3, cue 42 now")
        #expect(trace[1].hasPrefix("      0.0 ms  fix        49.0003, 8.5  45 km/h"))
        #expect(trace[2].hasPrefix("     10.0 ms  guidance   enroute, cue now"))
        #expect(trace[4] == "     20.0 ms  speech     utterance began \"turn left\"  #8")
        #expect(trace[5] == "     30.0 ms  speech     utterance ended \"turn left\"  #9")
        #expect(trace.count == 6)
    }

    @Test func `a trace of a later tick names the tick at which the cue became due`() throws {
        let trace = try #require(lines(.tick(4)).first)
        #expect(trace[3].hasSuffix("which was with tick 3"))
        #expect(trace.contains { $0.contains("    -20.0 ms  speech") })
    }

    @Test func `a trace names missing fixes, guidance, cues and reports`() throws {
        let events = TestRecording.drive(ticks: 5)
        let silent = try #require(lines(.tick(3), of: events.filter { $0.report == nil }).first)
        #expect(silent.last?.hasSuffix("no control reported about this cue") == true)
        let unguided = try #require(lines(.tick(3), of: events.filter { $0.event.topic == .onGPS }).first)
        #expect(unguided[2].contains("no navigation was active"))
        let blind = try #require(lines(.tick(3), of: events.filter { $0.event.topic != .onGPS }).first)
        #expect(blind[1].contains("no onGPS event"))
        let unended = events.filter { $0.report?.kind != .ended }
        let cut = try #require(lines(.tick(3), of: unended).first)
        #expect(cut.last?.hasSuffix("utterance began and has not ended here") == true)
        let calm = try #require(lines(.tick(1)).first)
        #expect(calm.last?.contains("nothing was due to be announced") == true)
        #expect(lines(.tick(77)).isEmpty)
    }

    @Test func `the last cue, all cues and the cue of an identity can be traced`() {
        #expect(lines(.last).map { $0[0] } == ["tick 3, cue 42 now"])
        #expect(lines(.all) == lines(.last))
        #expect(lines(.cue(42)).map { $0[0] } == ["tick 3, cue 42 now"])
        #expect(lines(.cue(43)).isEmpty)
    }
}
