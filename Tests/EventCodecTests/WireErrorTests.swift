import NavigationEvents
import Testing

@testable import EventCodec

@Suite struct WireErrorTests {
    @Test func `an error names the path of the field and the byte`() throws {
        // Envelope.navigation.fix.position with only four bytes of latitude.
        let bytes: [UInt8] = [9 << 3 | 2, 9, 3 << 3 | 2, 7, 2 << 3 | 2, 5, 1 << 3 | 1, 0, 0, 0, 0]
        let error = #expect(throws: WireError.self) { try Envelope(wireBytes: bytes) }
        #expect(
            error
                == WireError(
                    problem: .truncated, path: "Envelope.navigation.fix.position.latitudeDegrees", offset: 7))
        #expect(
            error?.description
                == "read Envelope.navigation.fix.position.latitudeDegrees at byte 7: "
                + "the message ends before the value does; send it whole")
    }

    @Test(
        arguments: [
            ([0x08], .truncated, "GeometrySpan.fromIndex"),
            ([0x08, 0x80], .truncated, "GeometrySpan.fromIndex"),
            ([0x08] + [UInt8](repeating: 0xFF, count: 11), .overlongNumber, "GeometrySpan.fromIndex"),
            ([0x08, 0x80, 0x80, 0x80, 0x80, 0x08], .outOfRange("2147483648"), "GeometrySpan.fromIndex"),
            ([0x09, 0, 0, 0, 0, 0, 0, 0, 0], .unexpectedWireType(1), "GeometrySpan.fromIndex"),
            ([0x0F], .invalidWireType(7), "GeometrySpan.fromIndex"),
            ([0x0C], .invalidWireType(4), "GeometrySpan.fromIndex"),
            ([0x00], .invalidFieldNumber, "GeometrySpan"),
            ([0x80, 0x80, 0x80, 0x80, 0x80, 0x01], .overlongNumber, "GeometrySpan"),
            ([0x7A, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], .truncated, "GeometrySpan.field 15"),
            ([0x7D, 0, 0, 0], .truncated, "GeometrySpan.field 15"),
            ([0x7B, 0x08, 0x01], .truncated, "GeometrySpan.field 15"),
            ([0x7B, 0x74], .invalidWireType(4), "GeometrySpan.field 15"),
            ([UInt8](repeating: 0x7B, count: 1000), .nestedTooDeeply, "GeometrySpan.field 15"),
        ] as [([UInt8], WireError.Problem, String)])
    func `bytes that are no protobuf message are refused`(
        bytes: [UInt8], problem: WireError.Problem, path: String
    ) {
        let error = #expect(throws: WireError.self) { try GeometrySpan(wireBytes: bytes) }
        #expect(error?.problem == problem)
        #expect(error?.path == path)
    }

    @Test(
        arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98], [0xC0, 0x80], [0x61, 0x80, 0x62]]
            as [[UInt8]])
    func `text that is not UTF-8 is refused, not repaired`(text: [UInt8]) {
        let error = #expect(throws: WireError.self) {
            try ControlReport(wireBytes: [0x0A, UInt8(text.count)] + text)
        }
        #expect(error == WireError(problem: .invalidText, path: "ControlReport.control", offset: 2))
    }

    @Test func `a message whose lists would fill the memory is refused`() {
        // An empty step takes two bytes here, and hundreds in memory.
        let steps = Array(repeating: [0x0A, 0] as [UInt8], count: WireReader.maxListedMessages + 1).flatMap { $0 }
        let error = #expect(throws: WireError.self) { try Leg(wireBytes: steps) }
        #expect(error?.problem == .tooMany(WireReader.maxListedMessages))
    }

    @Test func `an invalid member of a plan is refused with the valid values`() {
        func refusal(_ source: [UInt8]) -> String? {
            let error = #expect(throws: WireError.self) {
                try LaunchOrder(wireBytes: [0x0A, UInt8(source.count + 2), 0x2A, UInt8(source.count)] + source)
            }
            return error?.description
        }
        let kind = refusal([0x0A, 5] + Array("radio".utf8))
        #expect(
            kind == "read LaunchOrder.plan.source.kind at byte 5: "
                + "\"radio\" is unknown; use one of gpsd, nmea, gpx, simulate, geoclue, http, auto")
        #expect(refusal([0x20, 0x80, 0x80, 0x04])?.contains("plan.source.port at byte 5: 65536 is out of") == true)
        #expect(refusal([])?.contains("plan.source.kind at byte 4: it is missing") == true)
        let access = #expect(throws: WireError.self) {
            try AccessSettings(wireBytes: [0x1A, 4] + Array("king".utf8))
        }
        #expect(access?.path == "AccessSettings.otherUsers")
        #expect(access?.description.contains("use one of tap, control, operator, source, router") == true)
    }

    @Test(arguments: [3, 8, 9] as [UInt32])
    func `a plan with endpoints needs its other required fields`(missing: UInt32) throws {
        let fields: [UInt32: [UInt8]] = [2: [], 3: Array("main".utf8), 8: [], 9: []]
        let plan = fields.filter { $0.key != missing }.sorted { $0.key < $1.key }.flatMap { number, bytes in
            [UInt8(number << 3 | 2), UInt8(bytes.count)] + bytes
        }
        let error = #expect(throws: WireError.self) {
            try LaunchOrder(wireBytes: [0x0A, UInt8(plan.count)] + plan)
        }
        #expect(error?.problem == .missing)
        #expect(
            error?.path == [3: "LaunchOrder.plan.session", 8: "LaunchOrder.plan.journal"][missing]
                ?? "LaunchOrder.plan.access")
    }

    @Test func `an invalid session or topic is refused with the valid values`() {
        let session = #expect(throws: WireError.self) {
            try MissedEvents(wireBytes: [0x0A, 4] + Array("Main".utf8))
        }
        #expect(session?.path == "MissedEvents.session")
        #expect(session?.description.contains("\"Main\" is not a session name; use 1 to 32 of") == true)
        let topic = #expect(throws: WireError.self) {
            try MissedEvents(wireBytes: [0x0A, 4] + Array("main".utf8) + [0x12, 5] + Array("onFoo".utf8))
        }
        #expect(topic?.description.contains("use one of onGPS, onNavigation") == true)
    }

    @Test func `a range of missed events that ends before it begins is refused`() {
        let run = MissedEvents(session: .main, topic: .onGPS, first: 3, last: 2)
        let error = #expect(throws: WireError.self) { try MissedEvents(wireBytes: run.wireBytes()) }
        #expect(error?.problem == .outOfRange("the run 3...2"))
    }

    @Test func `a missing required field is refused`() {
        #expect(throws: WireError(problem: .missing, path: "Envelope.event", offset: 0)) { try Envelope(wireBytes: []) }
        #expect(throws: WireError(problem: .missing, path: "Fix.position", offset: 0)) { try Fix(wireBytes: []) }
        #expect(throws: WireError(problem: .missing, path: "RequestFrame.request", offset: 0)) {
            try RequestFrame(wireBytes: [])
        }
    }

    @Test func `a histogram whose counts do not fit its bounds is refused, as are bounds that do not rise`() {
        let bound: [UInt8] = [0x0A, 8] + Array(repeating: 0, count: 8)
        let counts = #expect(throws: WireError.self) { try Histogram(wireBytes: bound + [0x12, 1, 1]) }
        #expect(counts?.path == "Histogram.counts")
        #expect(counts?.description.contains("1 counts for 1 bounds") == true)
        #expect(throws: WireError.self) { try Histogram(wireBytes: bound) }
        let bounds = #expect(throws: WireError.self) { try Histogram(wireBytes: bound + bound + [0x12, 3, 1, 1, 1]) }
        #expect(bounds?.path == "Histogram.boundsSeconds")
    }

    @Test func `a route with more latitudes than longitudes is refused`() {
        let bytes: [UInt8] = [5 << 3 | 2, 8] + Array(repeating: 0, count: 8)
        let error = #expect(throws: WireError.self) { try Route(wireBytes: bytes) }
        #expect(error?.problem == .unequalCounts(1, 0))
    }
}

@Suite struct TolerantReadingTests {
    @Test(
        arguments: [
            [7], [99], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x80, 0x80, 0x80, 0x80, 0x10],
        ] as [[UInt8]])
    func `an unknown number of an enumeration is the neutral member`(number: [UInt8]) throws {
        #expect(try CueReference(wireBytes: [0x10] + number).stage == .unknown)
    }

    @Test func `a list of numbers may be packed, unpacked or in pieces`() throws {
        let one: [UInt8] = [0, 0, 0, 0, 0, 0, 0xF0, 0x3F]
        let unpacked: [UInt8] = [0x19] + one
        let packed: [UInt8] = [0x1A, 16] + one + one
        #expect(try Roundabout(wireBytes: unpacked + packed + unpacked).otherArmAnglesDegrees == [1, 1, 1, 1])
    }

    @Test func `fields may have any order, lists may be in pieces, and numbers may be padded`() throws {
        let span: [UInt8] = [0x10, 0x85, 0x80, 0x00, 0x08, 0x04]
        #expect(try GeometrySpan(wireBytes: span) == GeometrySpan(fromIndex: 4, toIndex: 5))
        let signpost: [UInt8] = [0x0A, 1, 0x61, 0x12, 1, 0x62, 0x0A, 1, 0x63]
        #expect(try Signpost(wireBytes: signpost) == Signpost(destinations: ["a", "c"], refs: ["b"]))
    }

    @Test func `the last of repeated fields counts, and the last member of a choice`() throws {
        #expect(try GeometrySpan(wireBytes: [0x08, 1, 0x08, 2]).fromIndex == 2)
        #expect(try SettingValue(wireBytes: [0x08, 1, 0x22, 1, 0x61]) == .text("a"))
        #expect(try Reply(wireBytes: [0x2A, 0, 0x1A, 0]) == .done)
    }

    @Test func `a histogram without bounds and counts is empty`() throws {
        #expect(try Histogram(wireBytes: []) == Histogram())
        #expect(try ControlVitals(wireBytes: []).latency == Histogram())
        #expect(try Histogram(wireBytes: [0x10, 5]).counts == [5], "numbers may be unpacked")
    }

    @Test func `a welcome without topics allows the first seven`() throws {
        #expect(try Welcome(wireBytes: []).topics == Topic.allCases)
        #expect(try Welcome(wireBytes: [0x22, 0]).topics == [])
        let later: [UInt8] = [0x0A, 9] + Array("onWeather".utf8)
        let welcome = try Welcome(wireBytes: [0x22, UInt8(later.count)] + later)
        #expect(welcome.topics == [] && welcome.laterTopics == ["onWeather"])
    }

    @Test func `a welcome names its topics unless they are the first seven`() throws {
        let seven = try Welcome(wireBytes: []).topics
        #expect(seven.map(\.rawValue) == Self.firstTopics, "this list stays even if there are more topics")
        #expect(Welcome(run: 0, eventsEndpoint: "", topics: seven).wireBytes().isEmpty)
        let more = Welcome(run: 0, eventsEndpoint: "", topics: seven, laterTopics: ["onWeather"])
        #expect(try Welcome(wireBytes: more.wireBytes()) == more)
        let kept = Welcome(run: 0, eventsEndpoint: "", topics: seven, hasOtherTopics: true)
        #expect(try Welcome(wireBytes: kept.wireBytes()) == kept, "an eighth topic is not allowed")
    }

    private static let firstTopics = [
        "onGPS", "onNavigation", "onNavigationStarted", "onNavigationStopped", "onControl", "onCommand", "onHeading",
    ]

    @Test func `a topic of a later version is skipped in a hello`() throws {
        let hello = Hello(control: "lamp", topics: [.onGPS], processID: 1)
        let later: [UInt8] = [0x22, 9] + Array("onWeather".utf8)
        #expect(try Hello(wireBytes: hello.wireBytes() + later) == hello)
    }

    @Test func `an event of a later kind is omitted in a list, and refused alone`() throws {
        let known = Samples.envelope(.navigationStopped(.unknown)).wireBytes()
        let later: [UInt8] = [0x22, 1, 0x61, 0x82, 0x01, 0]
        let list = [0x0A, UInt8(later.count)] + later + [0x0A, UInt8(known.count)] + known
        let reply = try Reply(wireBytes: [0x12, UInt8(list.count)] + list)
        let numbers = EventNumbers(run: 0, sequence: 0, topicSequence: 0)
        #expect(reply == .events([Samples.envelope(.navigationStopped(.unknown))], unknown: [numbers]))
        #expect(throws: WireError.self) { try Envelope(wireBytes: later) }
    }

    @Test func `a snapshot omits topics of a later version`() throws {
        let entry: [UInt8] = [0x0A, 5] + Array("onFoo".utf8) + [0x10, 3]
        let bytes: [UInt8] = [0x12, 1, 0x61, 0x22, UInt8(entry.count)] + entry
        #expect(try Snapshot(wireBytes: bytes).topicSequences.isEmpty)
    }

    @Test func `the id of a request is found even if the rest cannot be read`() {
        let number = { (bytes: [UInt8]) in bytes.withUnsafeBytes { RequestFrame.id(inWireBytes: $0) } }
        #expect(number([0x08, 7, 0x12, 2, 0xFF, 0xFF]) == 7)
        #expect(number([0x12, 2, 0xFF, 0xFF, 0x08, 7]) == 7)
        #expect(number([0xFF, 0xFF]) == 0)
        #expect(number([]) == 0)
    }
}
