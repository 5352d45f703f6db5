import EventCodec
import NavigationControl
import NavigationEvents
import Synchronization
import Testing

@testable import LineControl

/// The lines that a program writes.
@Suite struct LineMessageTests {
    private func message(_ text: String) throws(LineProblem) -> LineMessage { try LineMessage(line: Array(text.utf8)) }

    private func request(_ text: String) throws -> Request? {
        guard case .request(let make) = try message("{\"request\":\(text)}") else { return nil }
        return make(.main)
    }

    @Test(arguments: ["began", "BEGAN", "REPORT_KIND_BEGAN"]) func `a report names its kind and its cue`(
        kind: String
    ) throws {
        let cue = CueReference(identity: .max, stage: .now)
        let line = """
            {"report":{"kind":"\(kind)","effect":"beep","text":"left","effectNumber":"7","cue":\
            {"identity":"18446744073709551615","stage":"CUE_STAGE_NOW","subject":"CUE_SUBJECT_MANEUVER"}}}
            """
        guard case .report(let report) = try message(line) else {
            Issue.record("it is a report")
            return
        }
        #expect(report.kind == .began)
        #expect(report.effect == "beep")
        #expect(report.text == "left")
        #expect(report.effectNumber == 7)
        #expect(report.cue == cue)
    }

    @Test func `requests have the names of the contract`() throws {
        #expect(try request(#"{"repeatAnnouncement":{}}"#) == .repeatAnnouncement(.main))
        #expect(try request(#"{"stop":{}}"#) == .stop(.main))
        #expect(try request(#"{"skipStopover":{}}"#) == .skipStopover(.main))
        #expect(try request(#"{"calibrate":{}}"#) == .calibrate(.main))
        #expect(try request(#"{"mute":{"isMuted":true}}"#) == .mute(.main, true))
        #expect(try request(#"{"mute":{}}"#) == .mute(.main, false))
        #expect(try request(#"{"verbosity":{"verbosity":"VERBOSITY_ALERTS"}}"#) == .verbosity(.main, .alerts))
        #expect(try request(#"{"playback":{"playback":"pause"}}"#) == .playback(.main, .pause))
        #expect(
            try request(#"{"say":{"text":{"text":"hello","rate":1}}}"#)
                == .say(.main, SpokenText(text: "hello", rate: 1)))
        #expect(
            try request(#"{"heading":{"reading":{"headingDegrees":12.5,"isMagnetic":true,"source":"wrist"}}}"#)
                == .heading(.main, HeadingReading(degrees: 12.5, reference: .magneticNorth, source: "wrist")))
        #expect(
            try request(#"{"motion":{"reading":{"speedMetersPerSecond":9,"gear":"GEAR_REVERSE","source":"can0"}}}"#)
                == .motion(.main, MotionReading(speedMetersPerSecond: 9, gear: .reverse, source: "can0")))
        let fix = Fix(
            time: Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000),
            position: Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.7), speedMetersPerSecond: 3)
        #expect(
            try request(
                #"""
                {"position":{"fix":{"timeNanoseconds":"1700000000000000000","speedMetersPerSecond":3,
                "position":{"latitudeDegrees":49.4,"longitudeDegrees":8.7}}}}
                """#) == .position(.main, fix))
    }

    @Test func `a focus names a part of the map`() throws {
        #expect(try request(#"{"focus":{"focus":{"position":{}}}}"#) == .focus(.main, .position))
        #expect(try request(#"{"focus":{"focus":{"route":{}}}}"#) == .focus(.main, .route))
        #expect(try request(#"{"focus":{"focus":{"stepNumber":7}}}"#) == .focus(.main, .step(7)))
        #expect(
            try request(#"{"focus":{"focus":{"point":{"latitudeDegrees":49.4,"longitudeDegrees":8.7}}}}"#)
                == .focus(.main, .point(Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.7))))
        #expect(throws: LineProblem.self) { try request(#"{"focus":{"focus":{}}}"#) }
    }

    @Test func `a program gets the reply to a query for words`() throws {
        func query(_ text: String) throws -> DescriptionQuery? {
            guard case .query(let make) = try message(#"{"request":{"describe":"# + text + "}}") else { return nil }
            guard case .describe(.main, let query) = make(.main) else { return nil }
            return query
        }
        #expect(try query("{}") == DescriptionQuery(style: .unknown))
        #expect(
            try query(#"{"stepNumber":0,"language":"de","style":"instruction","units":"us","stage":"now"}"#)
                == DescriptionQuery(.step(0), language: "de", style: .instruction, units: .us, stage: .now))
        let cue = CueReference(identity: .max, stage: .now)
        #expect(
            try query(#"{"cue":{"identity":"18446744073709551615","stage":"CUE_STAGE_NOW"}}"#)
                == DescriptionQuery(.cue(cue), style: .unknown))
        #expect(throws: LineProblem.self) { try query(#"{"stepNumber":"x"}"#) }

        let requests = AnsweringRequests(.description(Description(text: "Links abbiegen", language: "de")))
        let lines = Mutex<[String]>([])
        let output = ProgramOutput(ControlContext(requests: requests)) { bytes in
            lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
        }
        output.take(Array(#"{"request":{"describe":{"language":"de"}}}"#.utf8))
        #expect(
            lines.withLock(\.self) == [#"{"reply":{"description":{"text":"Links abbiegen","language":"de"}}}"#])
    }

    /// A request in the JSON of the contract, with its session, is read too.
    @Test func `the session of a request is that of the control`() throws {
        let frame = RequestFrame(id: 1, request: .mute(.main, true)).json()
        let line = try #require(frame.firstRange(of: #""request":"#).map { "{" + frame[$0.lowerBound...] })
        guard case .request(let make) = try message(line) else {
            Issue.record("it is a request")
            return
        }
        #expect(make(try #require(Session("wrist"))) == .mute(try #require(Session("wrist")), true))
    }

    @Test(arguments: [
        ("{", "it is not JSON (byte 2: it breaks off)"),
        ("{}", "it has neither \"report\" nor \"request\""),
        (#"{"report":5}"#, "report must be an object"),
        (#"{"report":{}}"#, "report must have a \"kind\", such as \"began\""),
        (#"{"report":{"kind":"began","text":5}}"#, "report.text must be a text"),
        (#"{"report":{"kind":"began","cue":{"identity":-1}}}"#, "report.cue.identity must be an integer"),
        (#"{"request":{"mute":{"isMuted":"yes"}}}"#, "request.mute.isMuted must be true or false"),
        (#"{"request":{"heading":{"reading":{}}}}"#, "request.heading.reading must have \"headingDegrees\""),
        (
            #"{"request":{"position":{"fix":{"timeNanoseconds":"1"}}}}"#,
            "request.position.fix must have \"position\" and \"timeNanoseconds\""
        ),
        (#"{"request":{"say":{"text":{"text":" "}}}}"#, "there is no text to say"),
    ]) func `a wrong line names its problem`(line: String, problem: String) {
        #expect(throws: LineProblem(problem)) { try message(line) }
    }

    @Test func `an unknown kind or request lists the known ones`() throws {
        let kind = try #require(throws: LineProblem.self) { try message(#"{"report":{"kind":"started"}}"#) }
        #expect(kind.text.hasPrefix("report.kind is \"started\"; it must be one of unknown, ready, "))
        let request = try #require(throws: LineProblem.self) { try message(#"{"request":{"dance":{}}}"#) }
        #expect(request.text.hasPrefix("request must have one of repeatAnnouncement, "))
        let long = try #require(throws: LineProblem.self) { try message(String(repeating: " ", count: 70_000)) }
        #expect(long.text == "it is longer than 65536 bytes")
    }
}

/// A channel that answers at once.
private struct AnsweringRequests: RequestChannel {
    let reply: Reply

    init(_ reply: Reply) { self.reply = reply }

    func ask(_ request: (Session) -> Request, reply: (@Sendable (Reply) -> Void)?) { reply?(self.reply) }
}
