import BusTestSupport
import Access
import EventCodec
import Foundation
import Glibc
import Journal
import NavigationEvents
import Platform
import TestSupport
import Testing
import ZeroMQ

@testable import EventBus

/// Sessions that are opened and closed while the bus runs.
@Suite struct SessionTests {
    private func session(_ name: String) throws -> Session { try #require(Session(name)) }

    @Test func `a subscriber gets its session alone, and an observer of all gets later ones`()
        async throws
    {
        let bus = try TestBus()
        let (red, blue) = (try session("red"), try session("blue"))
        let publishing = Task {
            // The listener is there first, then the subscriber.
            while await !bus.server.subscriptions.contains("onGPS/") { await Task.yield() }
            try await bus.server.open(red)
            try await bus.server.open(blue)
            while await !bus.server.subscriptions.contains("onGPS/blue") { await Task.yield() }
            for number in 1...20 {
                await bus.server.publish(
                    .gps(.make(number)), session: number % 2 == 0 ? red : blue, tick: UInt64(number))
            }
        }
        let (all, blues) = try await onThread {
            let listener = try TopicListener(requests: bus.folder.endpoints.requests, topics: [.onGPS])
            try listener.join(.make([.onGPS], control: "all"), timeout: .seconds(20))
            var subscriber: BusClient?
            let deadline = Deadline(.seconds(20))
            while subscriber == nil, !deadline.isOver {
                do {
                    subscriber = try bus.subscriber(session: blue)
                } catch BusError.refused {
                    // The session is not open yet.
                    continue
                }
            }
            let blues = try subscriber?.deliveries(untilTick: 19).compactMap(\.envelope) ?? []
            var all: [Envelope] = []
            while all.count < 20, let envelope = try listener.next(timeout: .seconds(10)) { all.append(envelope) }
            return (all, blues)
        }
        try await publishing.value
        #expect(blues.map(\.tick) == Array(stride(from: 1, through: 19, by: 2)))
        #expect(blues.map(\.sequence) == Array(1...10))
        #expect(blues.allSatisfy { $0.session == blue })
        #expect(all.map(\.tick) == Array(1...20))
        #expect(await bus.server.cursor(of: red)?.run != bus.server.cursor(of: blue)?.run, "each opening begins a run")
        await bus.server.close()
    }

    @Test func `the last events can be fetched after the end of a session`() async throws {
        let bus = try TestBus()
        let red = try session("red")
        try await bus.server.open(red)
        for number in 1...5 { await bus.server.publish(.gps(.make(number)), session: red, tick: UInt64(number)) }
        #expect(await bus.server.close(red))
        #expect(await bus.server.close(red) == false)
        #expect(await bus.server.publish(.gps(.make()), session: red) == false)
        let reply = try await onThread {
            try bus.client().request(.missed(MissedEvents(session: red, topic: .onGPS, first: 3, last: .max)))
        }
        guard case .events(let events, _) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(events.map(\.tick) == [3, 4, 5])
        let error = await #expect(throws: BusError.self) {
            try await onThread { _ = try bus.subscriber(session: red) }
        }
        guard case .refused(let refusal)? = error else { return }
        #expect(refusal.code == .noSuchSession)
        await bus.server.close()
    }

    @Test func `a refusal names at most five sessions`() async throws {
        let bus = try TestBus()
        for number in 1...300 { try await bus.server.open(try session("v\(number)")) }
        guard case .refused(let refusal) = await bus.server.noSuchSession(try session("x")) else { return }
        #expect(refusal.text.utf8.count < 200 && refusal.text.contains("and 296 more"))
        #expect(await bus.server.status().sessions.map(\.session) == [.main])
        #expect(await bus.server.states(from: "v298", most: 2).map(\.session.name) == ["v298", "v299"])
        await bus.server.close()
    }

    @Test func `a request without an id gets no answer`() async throws {
        let bus = try TestBus()
        let gone = try session("gone")
        let answered = try await onThread {
            let socket = try Socket(.dealer, context: Context())
            try socket.connect(bus.folder.endpoints.requests)
            let silent: [Request] = [
                .position(gone, .make()), .position(.main, .make()), .stop(.main), .status, .sessions(SessionQuery()),
                .hello(.make(session: gone)), .missed(MissedEvents(session: gone, topic: .onGPS, first: 1, last: 2)),
                .closeSession(gone),
            ]
            for request in silent { try socket.send(request.bytes(id: 0)) }
            // More than are accepted: the refusals are not sent either.
            for _ in 0..<5000 { try socket.send(Request.stop(.main).bytes(id: 0)) }
            var frame = Frame()
            var polled = PollSet()
            polled.add(socket)
            let deadline = Deadline(.seconds(20))
            while !deadline.isOver {
                try socket.send(Request.status.bytes(id: 9))
                try polled.wait(milliseconds: 200)
                if try socket.receive(into: &frame) { return try ReplyFrame(wireBytes: frame.copy).id }
            }
            return 0
        }
        #expect(answered == 9)
        let counters = await bus.server.status().counters
        #expect(counters["refused_positions"] == 2)
        await bus.server.close()
    }

    @Test func `the bus opens no session above its maximum`() async throws {
        let bus = try TestBus(limits: BusLimits(maxSessions: 2))
        for name in ["a", "b", "a"] { try await bus.server.open(try session(name)) }
        let error = await #expect(throws: RequestError.self) { try await bus.server.open(try session("c")) }
        #expect(error?.code == .unavailable && error?.text.contains("close one") == true)
        #expect(await bus.server.close(try session("a")))
        try await bus.server.open(try session("c"))
        await bus.server.close()
    }

    @Test func `a bus with a lower maximum reports the sessions that it does not open`() async throws {
        let folder = try TemporaryFolder()
        let journal = JournalSettings(folder: folder.path + "/journal")
        do {
            let factory = JournalOpener(settings: journal, sessions: [.main], run: nil).open().factory
            for number in 1...5 { _ = try factory.makeJournal(try session("v\(number)")) }
        }
        let bus = try TestBus(limits: BusLimits(maxSessions: 3), journal: journal)
        #expect(await bus.server.openedSessions.map(\.name) == ["v1", "v2", "v3"])
        #expect(await bus.server.status().counters["lost_sessions"] == 2)
        #expect(bus.server.journalWarnings.count == 1)
        #expect(bus.server.journalWarnings.first?.contains("\"v4\" and 1 more") == true)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: journal.folder ?? "").allSatisfy {
                !$0.contains("-v4") && !$0.contains("-v5")
            })
        await bus.server.close()
    }

    @Test func `without a journal file no session is opened`() async throws {
        let folder = try TestSupport.TemporaryFolder()
        let bus = try TestBus(journal: JournalSettings(folder: folder.path + "/journal"))
        // The folder is removed: as with a full disk, no file can be created.
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/journal") {
            unlink("\(folder.path)/journal/\(name)")
        }
        #expect(rmdir(folder.path + "/journal") == 0)
        let error = await #expect(throws: RequestError.self) { try await bus.server.open(try session("red")) }
        #expect(error?.code == .unavailable && error?.text.contains("red") == true)
        #expect(await bus.server.openedSessions.isEmpty)
        await bus.server.close()
    }

    @Test func `only followed sessions send heartbeats, and of all a thousand take turns`() throws {
        let opening = JournalOpener(settings: JournalSettings(), sessions: [.main], run: nil).open()
        var table = SessionTable(opening)
        for number in 0..<2500 {
            table.add(SessionLog(SessionJournal(try opening.factory.makeJournal(try session("v\(number)")))))
        }
        #expect(table.dueHeartbeats([]).map(\.session) == [.main])
        let some = Set(["~beat/v7", "onGPS/v8", "~beat/v9", "~beat/main"].map { Array($0.utf8) })
        #expect(Set(table.dueHeartbeats(some).map(\.session.name)) == ["main", "v7", "v9"])
        var beaten: Set<Session> = []
        for _ in 0..<3 {
            let due = table.dueHeartbeats([Array("~beat/".utf8)])
            #expect(due.count <= 1001)
            beaten.formUnion(due.map(\.session))
        }
        #expect(beaten.count == 2501, "no session is left out")
        for all in ["~beat/", "~", ""] {
            let due = table.dueHeartbeats(some.union([Array(all.utf8)])).map(\.session)
            #expect(Set(due).count == due.count && due.count > 999, "each once")
        }
        #expect(table.dueHeartbeats([Array("~beat/v".utf8)]).count == 1, "who follows \"v\" does not follow the others")
        let (first, last) = (try session("v7"), try session("v2499"))
        #expect(table.remove(first, now: 1) != nil)
        #expect(table[first] == nil && table[last]?.session == last)
        #expect(
            Set(table.dueHeartbeats(some).map(\.session.name)) == ["main", "v7", "v9"], "it may lack its last events")
        table.removeExpired(now: 1 + SessionTable.retentionNanoseconds)
        #expect(table.includingRecentlyClosed(first) == nil && table.includingRecentlyClosed(last) != nil)
    }

    @Test func `sessions are listed in the order of their names`() throws {
        var generator = SplitMix64.announced(for: "sessions that come and go")
        let opening = JournalOpener(settings: JournalSettings(), sessions: [.main], run: nil).open()
        var table = SessionTable(opening)
        var open: Set<String> = ["main"]
        for _ in 0..<2000 {
            let name = "\(Bool.random(using: &generator) ? "a" : "v")\(Int.random(in: 0..<300, using: &generator))"
            if open.remove(name) != nil {
                #expect(table.remove(try session(name), now: 1) != nil)
            } else {
                table.add(SessionLog(SessionJournal(try opening.factory.makeJournal(try session(name)))))
                open.insert(name)
            }
        }
        #expect(table.from("", most: .max).map(\.session.name) == open.sorted())
        #expect(table.from("b", most: 5).map(\.session.name) == Array(open.filter { $0 >= "b" }.sorted().prefix(5)))
        #expect(table.from("z", most: 5).isEmpty && table.from("", most: -1).isEmpty)
    }

    @Test func `a large answer is charged`() async throws {
        let folder = try TemporaryFolder()
        var access = AccessSettings()
        access.requestsPerSecond = 20
        let server = try BusServer(
            endpoints: folder.endpoints, access: access,
            handler: { _ in
                var status = BusStatus(run: 1, processID: 1, uptimeSeconds: 1)
                status.counters = [String(repeating: "x", count: 12_000_000): 1]
                return .status(status)
            })
        let error = try await onThread {
            let client = try BusClient(requests: folder.endpoints.requests)
            _ = try client.request(.sessions(SessionQuery()), timeout: .seconds(20))
            return #expect(throws: BusError.self) {
                _ = try client.request(.sessions(SessionQuery()), timeout: .seconds(20))
            }
        }
        guard case .refused(let refusal)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.code == .throttled)
        await server.close()
    }

    @Test func `a gateway sends ten thousand positions a second within the usual limits`() {
        let admissionControl = AdmissionControl(
            policy: AccessPolicy(ownUser: 1, processes: KernelProcessTable()), requestsPerSecond: 1000)
        let gateway = PeerIdentity.local(user: 1, process: 2)
        var now: UInt64 = 1_000_000_000
        var refused = 0
        for _ in 0..<100_000 {
            now += 100_000
            if admissionControl.admit(gateway, bytes: 120, now: now) == .accept {
                admissionControl.chargePosition(gateway)
            } else {
                refused += 1
            }
        }
        #expect(refused == 0)
    }
}

extension BusServer {
    /// The subscriptions.
    fileprivate var subscriptions: Set<String> {
        Set(subscribedTopics.all.map { String(decoding: $0, as: UTF8.self) })
    }
}
