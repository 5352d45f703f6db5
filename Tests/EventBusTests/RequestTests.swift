import BusTestSupport
import Access
import EventCodec
import Glibc
import NavigationEvents
import Platform
import TestSupport
import Testing
import ZeroMQ

@testable import EventBus

@Suite struct RequestTests {
    @Test func `hello brings settings and is remembered`() async throws {
        let bus = try TestBus(settings: { hello throws(RequestError) in ["greets": .text(hello.control)] })
        let welcome = try await onThread {
            try bus.client().join(.make(control: "speech"), timeout: .seconds(10))
        }
        #expect(welcome.settings == ["greets": .text("speech")])
        #expect(welcome.run == bus.server.run)
        #expect(await bus.server.status().controls.map(\.control) == ["speech"])
        await bus.server.close()
    }

    @Test func `hello waits for a bus that starts later`() async throws {
        let folder = try TemporaryFolder()
        let joining = Task {
            try await onThread {
                try BusClient(requests: folder.endpoints.requests).join(.make(), timeout: .seconds(20)).run
            }
        }
        let bus = try TestBus(folder: folder)
        #expect(try await joining.value == bus.server.run)
        await bus.server.close()
    }

    @Test func `without a bus the error says what to do`() async throws {
        let folder = try TemporaryFolder()
        let error = await #expect(throws: BusError.self) {
            try await onThread {
                _ = try BusClient(requests: folder.endpoints.requests).join(.make(), timeout: .milliseconds(50))
            }
        }
        #expect(error?.description.contains("navbus run") == true)
    }

    @Test func `a control that may not join gets the reason`() async throws {
        let bus = try TestBus(settings: { hello throws(RequestError) in
            throw RequestError(code: .unavailable, text: "there is no section [\(hello.control)]")
        })
        await refused(bus, .make(), .unavailable)
        var future = Hello.make()
        future.contractVersion = 99
        await refused(bus, future, .contractVersion)
        await refused(bus, .make(session: try #require(Session("other"))), .noSuchSession)
        await bus.server.close()
    }

    @Test func `the handler answers the other requests`() async throws {
        let bus = try TestBus(handler: { request in
            if case .start(_, let route) = request { return .refused(RequestError(code: .badRoute, text: route.id)) }
            return .done
        })
        try await onThread {
            let client = try bus.client()
            #expect(try client.request(.stop(.main), timeout: .seconds(20)) == .done)
            #expect(throws: BusError.refused(RequestError(code: .badRoute, text: "r9"))) {
                try client.request(.start(.main, .make("r9", vertices: 50_000)), timeout: .seconds(20))
            }
        }
        await bus.server.close()
    }

    @Test func `a request that is too large is not sent`() async throws {
        let bus = try TestBus()
        try await onThread {
            let error = #expect(throws: BusError.self) {
                try bus.client().request(.start(.main, .make(vertices: 1_100_000)))
            }
            #expect(error?.description.contains("make it smaller") == true)
        }
        await bus.server.close()
    }

    @Test func `a report is published for taps`() async throws {
        let bus = try TestBus()
        let tap = Listener(bus, [.onControl], untilTick: 0)
        await tap.joined()
        let report = ControlReport(control: "speech", kind: .began, effect: "utterance", text: "Turn left.")
        try await onThread {
            let client = try bus.client()
            try client.join(.make([], control: "speech"), timeout: .seconds(10))
            try client.report(report)
        }
        let events = try await tap.outcome.envelopes.map(\.event)
        guard case .control(var published) = events.first, events.count == 1 else {
            Issue.record("\(events)")
            return
        }
        #expect(published.processID == getpid() && published.number > 0)
        (published.processID, published.number) = (0, 0)
        #expect(published == report)
        await bus.server.close()
    }

    @Test func `a report with too much text is refused with the reason`() async throws {
        let bus = try TestBus()
        try await onThread {
            var report = ControlReport.make("mine")
            report.text = String(repeating: "x", count: 2044)
            let reply = try bus.client().request(.report(.main, report))
            #expect(reply == .done)
            report.effect = "y"
            let error = #expect(throws: BusError.self) { try bus.client().request(.report(.main, report)) }
            #expect(error?.description.contains("shorten") == true)
        }
        #expect(await bus.server.keptEvents(.onControl).count == 1)
        #expect(await bus.server.status().counters["oversized_requests"] == 1)
        await bus.server.close()
    }

    @Test func `garbage is counted and answered, and harms no subscriber`() async throws {
        let bus = try TestBus()
        let listener = Listener(bus, untilTick: 100)
        await listener.joined()
        try await onThread {
            try throwGarbage(at: bus.folder.endpoints.requests, .dealer)
            try throwGarbage(at: bus.folder.endpoints.events, .dealer)
            let reply = try ask([0xFF, 0xFF, 0xFF], at: bus.folder.endpoints.requests)
            guard case .refused(let refusal) = reply else {
                Issue.record("\(reply)")
                return
            }
            // By then this process may have sent too many requests.
            #expect([.malformed, .throttled].contains(refusal.code))
        }
        await bus.server.pump(100)
        #expect(try await listener.outcome.ticks.filter { $0 > 0 } == Array(1...100), "besides warnings of the bus")
        let counters = await bus.server.status().counters
        #expect(counters["malformed_requests", default: 0] > 0)
        await bus.server.close()
    }

    @Test func `the refusal of an unreadable request has the request's id`() async throws {
        let bus = try TestBus()
        try await onThread {
            // Number 77, and a truncated request.
            let answer = try frame(of: [0x08, 77, 0x12, 0x05, 0x0A], at: bus.folder.endpoints.requests)
            #expect(answer.id == 77)
            guard case .refused(let refusal) = answer.reply, refusal.code == .malformed else {
                Issue.record("\(answer)")
                return
            }
        }
        await bus.server.close()
    }

    @Test func `subscriptions to unknown topics are counted`() async throws {
        let bus = try TestBus()
        try await onThread {
            let socket = try Socket(.sub, context: Context())
            for topic in ["weather/", "~snap/nobody/1", "~snap/"] { try socket.subscribe(topic) }
            try socket.connect(bus.folder.endpoints.events)
            let client = try bus.client()
            try waitUntil { try client.status().counters["unknown_topics"] == 3 }
        } as Void
        await bus.server.close()
    }

    @Test func `ever new names of one process replace each other`() async throws {
        let bus = try TestBus()
        try await onThread {
            let client = try bus.client()
            for number in 1...300 { _ = try client.request(.hello(.make([], control: "c\(number)"))) }
            let names = try client.status().controls.map(\.control)
            #expect(names.sorted() == (285...300).map { "c\($0)" })
        }
        await bus.server.close()
    }

    @Test func `silent names make room, and those of a launcher stay`() {
        let second: UInt64 = 1_000_000_000
        var table = ControlTable()
        table.note(ControlStatus(control: "speech", state: .running, processID: 1))
        let met = (1..<256).map { number in
            table.register(
                "c\(number)", processID: 1, owner: .local(user: 1, process: Int32(number)), now: UInt64(number))
        }
        #expect(met.allSatisfy { $0 } && table.count == 256)
        let early = table.register("early", processID: 1, owner: .key("early"), now: second)
        #expect(!early, "each process has one name, and all are alive")
        let late = table.register("late", processID: 1, owner: .key("late"), now: 121 * second)
        #expect(late && table["c1"] == nil && table["c2"] != nil && table["speech"] != nil)
        _ = table.register("late-2", processID: 1, owner: .key("late"), now: 121 * second)
        table.update("c3") { $0.join(processID: 1, owner: .key("other"), nanoseconds: 121 * second) }
        #expect(table.count == 256 && table["c3"] != nil)
    }

    @Test func `a control that sends heartbeats to a restarted bus is running`() {
        var table = ControlTable()
        table.note(ControlStatus(control: "speech", state: .starting, processID: 7))
        table.update("speech") { $0.heartbeat(ControlVitals(control: "speech", processID: 6), nanoseconds: 1) }
        #expect(table["speech"]?.status.state == .starting, "a former process")
        table.update("speech") { $0.heartbeat(ControlVitals(control: "speech", processID: 7), nanoseconds: 2) }
        #expect(table["speech"]?.status.state == .running)
    }

    @Test func `a REQ socket gets its answer`() async throws {
        let bus = try TestBus()
        let reply = try await onThread {
            try ask(
                RequestFrame(id: 7, request: .stop(.main)).wireBytes(), at: bus.folder.endpoints.requests,
                after: [[]])
        }
        #expect(reply == .done)
        await bus.server.close()
    }

    private func refused(_ bus: TestBus, _ hello: Hello, _ code: RequestError.Code) async {
        let error = await #expect(throws: BusError.self) {
            try await onThread { _ = try bus.client().join(hello, timeout: .seconds(10)) }
        }
        guard case .refused(let refusal) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.code == code)
    }
}

/// Sends a thousand messages of random bytes.
private func throwGarbage(at endpoint: String, _ kind: Socket.Kind) throws {
    var random = SplitMix64(seed: 1)
    let socket = try Socket(kind, context: Context())
    try socket.set(.lingerMilliseconds, 1000)
    try socket.connect(endpoint)
    for _ in 0..<1000 {
        let bytes = (0..<Int.random(in: 0...100, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        try socket.send(bytes, more: Bool.random(using: &random))
    }
    try socket.send([0])
}

/// Sends bytes to a bus, again each second, until an answer arrives: at a high rate only some are answered.
private func ask(_ bytes: [UInt8], at endpoint: String, after parts: [[UInt8]] = []) throws -> Reply {
    try frame(of: bytes, at: endpoint, after: parts).reply
}

private func frame(of bytes: [UInt8], at endpoint: String, after parts: [[UInt8]] = []) throws -> ReplyFrame {
    let socket = try Socket(.dealer, context: Context())
    try socket.connect(endpoint)
    var polled = PollSet()
    polled.add(socket)
    var frame = Frame()
    let deadline = Deadline(.seconds(20))
    var isAnswered = false
    while !isAnswered, !deadline.isOver {
        for part in parts { try socket.send(part, more: true) }
        try socket.send(bytes)
        try polled.wait(milliseconds: 1000)
        isAnswered = try socket.receive(into: &frame)
    }
    #expect(isAnswered)
    for part in parts {
        #expect(frame.copy == part)
        #expect(try socket.receive(into: &frame))
    }
    return try ReplyFrame(wireBytes: frame.copy)
}
