import EventBus
import Foundation
import Glibc
import Journal
import NavigationEvents
import Platform
import Positions
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("Many sessions on one bus")
struct FleetTests {
    @Test func `interleaved sessions publish the same events as separate drives`()
        async throws
    {
        var generator = SplitMix64.announced(for: "interleaved sessions")
        let folder = try TemporaryFolder()
        var plan = LoopPlan(
            endpoints: BusEndpoints(folder: RunFolder(path: folder.path + "/run")),
            maxSessions: BusLimits.maxOpenedSessions)
        plan.journal.openedBytes = 1 << 26
        // Otherwise time passes in sessions for which a busy machine has no time.
        plan.passesTimeWithPositions = true
        let parts = try await LoopParts(plan)
        let positions = try await FleetDrive.positions()
        let route = try ExampleDrive.route()
        var drives = (0..<8).compactMap { Session("vehicle-\($0)") }.map {
            FleetDrive($0, route, positions, &generator)
        }
        for drive in drives { try await parts.fleet.open(drive.session) }
        while let index = drives.indices.filter({ !drives[$0].isOver }).randomElement(using: &generator) {
            for _ in 0..<Int.random(in: 1...40, using: &generator) where !drives[index].isOver {
                let loop = try #require(await parts.fleet.loop(of: drives[index].session))
                switch drives[index].next() {
                case .started(let route): try await loop.start(route)
                case .stopped: await loop.stop()
                case .position(let fix): await loop.accept(fix)
                default: break
                }
            }
        }
        for drive in drives {
            var events: [Envelope] = []
            for topic in Topic.allCases {
                events += await parts.bus.keptEvents(topic, session: drive.session, most: .max)
            }
            events.sort { $0.sequence < $1.sequence }
            let alone = try RecoverableDrive.uninterrupted(drive.inputs)
            #expect(events.map { TickedEvent(event: $0.event, tick: $0.tick) }.difference(from: alone) == nil)
            #expect(events.allSatisfy { $0.session == drive.session })
        }
        await parts.end()
    }

    @Test
    func `sessions opened by request resume after each crash without loss or repetition`()
        async throws
    {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let journal = folder.path + "/run/journal/"
        let positions = Array(try await FleetDrive.positions().prefix(600))
        let route = try ExampleDrive.route()
        try await onThread {
            var generator = SplitMix64.announced(for: "the deaths of a fleet's bus")
            var bus = try BusProcess(plan)
            var gateway = Gateway(try BusClient(requests: plan.endpoints.requests))
            let sessions = ["rider-1", "rider-2", "rider-3"].compactMap { Session($0) }
            for session in sessions + sessions {
                #expect(try gateway.ask(.openSession(session)) == .done, "also if it exists")
            }
            var followers = try sessions.map { try Follower(plan, $0) }
            for session in sessions { #expect(try gateway.ask(.start(session, route)) == .done) }
            var places = [0, 0, 0]
            for number in 1...3 {
                while places.contains(where: { $0 < number * 200 }) {
                    let index =
                        places.indices.filter { places[$0] < number * 200 }.randomElement(using: &generator) ?? 0
                    try gateway.ask(.position(sessions[index], positions[places[index]]))
                    places[index] += 1
                    try followers[index].listen()
                }
                bus.kill()
                bus = try BusProcess(plan, begin: true)
                // At many times the speed of a drive, a subscriber must return soon to find enough of the past.
                for index in places.indices where number < 3 {
                    try gateway.ask(.position(sessions[index], positions[places[index]]))
                    places[index] += 1
                    try followers[index].listen(until: UInt64(places[index]))
                }
            }
            // A late joiner receives the present state.
            let late = try BusClient(requests: plan.endpoints.requests)
            _ = try late.join(.make("late", sessions[1]), timeout: .seconds(20))
            var state: [Topic] = []
            while case .event(let envelope)? = try late.next(timeout: .milliseconds(200)) {
                #expect(envelope.session == sessions[1])
                state.append(envelope.event.topic)
            }
            #expect(Set(state).isSuperset(of: [.onGPS, .onNavigation, .onNavigationStarted]))
            for session in sessions { #expect(try gateway.ask(.closeSession(session)) == .done) }
            #expect(try gateway.ask(.closeSession(sessions[0])) == .done, "also if it does not exist")
            let inputs = [.started(route)] + positions.map { DriveInput.position($0) } + [.stopped]
            let alone = try RecoverableDrive.uninterrupted(inputs)
            for index in followers.indices {
                let heard = try followers[index].hear(until: { $0.event == .navigationStopped(.requested) })
                let driven = heard.map { TickedEvent(event: $0.event, tick: $0.tick) }
                    .filter { alone.contains($0) || !$0.event.isOfSilence }
                #expect(driven.difference(from: alone) == nil)
                #expect(heard.map(\.sequence) == Array(1...UInt64(heard.count)))
                #expect(heard.allSatisfy { $0.session == sessions[index] })
                #expect(Set(heard.map(\.run)).count == 1)
            }
            guard case .refused(let refusal) = try gateway.ask(.position(sessions[0], positions[0])) else {
                Issue.record("it has gone")
                return
            }
            #expect(refusal.code == .noSuchSession && refusal.text.contains("rider-1"))
            let left = try FileManager.default.contentsOfDirectory(atPath: journal)
            #expect(left.filter { $0.contains("rider") }.isEmpty)
        }
    }

    @Test func `a session that is opened again is another run, and its subscriber is notified`() async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let positions = Array(try await FleetDrive.positions().prefix(30))
        try await onThread {
            let bus = try BusProcess(plan)
            var gateway = Gateway(try BusClient(requests: plan.endpoints.requests))
            let session = try #require(Session("taxi"))
            try gateway.ask(.openSession(session))
            var follower = try Follower(plan, session)
            for position in positions { try gateway.ask(.position(session, position)) }
            let first = try follower.hear(until: { $0.tick == UInt64(positions.count) })
            try gateway.ask(.closeSession(session))
            try gateway.ask(.openSession(session))
            for position in positions.prefix(12) { try gateway.ask(.position(session, position)) }
            let second = try follower.hear(until: { $0.tick == 12 && $0.run != first[0].run }, isRestartExpected: true)
            #expect(second.last?.run != first[0].run && follower.restarts == 1)
            bus.kill()
        }
    }

    @Test func `the bus's own session cannot be closed, lists are paged and sessions are limited`() async throws {
        let folder = try TemporaryFolder()
        var plan = BusProcess.plan(in: folder, pace: nil)
        plan.maxSessions = 5
        try await onThread { [plan] in
            let bus = try BusProcess(plan)
            var gateway = Gateway(try BusClient(requests: plan.endpoints.requests))
            #expect(try gateway.refusal(.closeSession(.main))?.code == .forbidden)
            for number in 1...5 { try gateway.ask(.openSession(try #require(Session("v\(number)")))) }
            let refusal = try gateway.refusal(.openSession(try #require(Session("v6"))))
            #expect(refusal?.code == .unavailable && refusal?.text.contains("allows 5") == true)
            var names: [String] = []
            var first = ""
            repeat {
                guard case .status(let status) = try gateway.ask(.sessions(SessionQuery(first: first, most: 2))) else {
                    break
                }
                names += status.sessions.map(\.session.name)
                guard let last = status.sessions.last else { break }
                first = last.session.name + "-"
            } while true
            #expect(names == ["main", "v1", "v2", "v3", "v4", "v5"])
            guard case .status(let status) = try gateway.ask(.status) else { return }
            #expect(status.sessions.map(\.session) == [.main], "only the session of the bus is listed")
            #expect(status.gauges["open_sessions"] == 6)
            try gateway.ask(.closeSession(try #require(Session("v3"))))
            #expect(try gateway.ask(.openSession(try #require(Session("v6")))) == .done)
            bus.kill()
        }
    }

    @Test func `a clean end leaves no session behind`() async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let bus = try BusProcess(plan)
        let route = try ExampleDrive.route()
        try await onThread {
            var gateway = Gateway(try BusClient(requests: plan.endpoints.requests))
            let session = try #require(Session("bus-12"))
            try gateway.ask(.openSession(session))
            var follower = try Follower(plan, session)
            try gateway.ask(.start(session, route))
            bus.signal(SIGTERM)
            let heard = try follower.hear(until: { $0.event == .navigationStopped(.requested) })
            #expect(heard.map(\.event.topic) == [.onNavigationStarted, .onNavigationStopped])
        }
        #expect(await bus.wait().status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/run/journal") == ["lock"])
    }

    @Test func `a session with a damaged journal is open and affects no other session`() async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let journal = folder.path + "/run/journal/"
        let positions = Array(try await FleetDrive.positions().prefix(10))
        try await onThread {
            var bus = try BusProcess(plan)
            var gateway = Gateway(try BusClient(requests: plan.endpoints.requests))
            let sessions = ["good", "spoiled"].compactMap { Session($0) }
            for session in sessions {
                try gateway.ask(.openSession(session))
                for position in positions { try gateway.ask(.position(session, position)) }
            }
            bus.kill()
            let file = try #require(
                try FileManager.default.contentsOfDirectory(atPath: journal).first { $0.hasPrefix("journal-spoiled") })
            var bytes = try Data(contentsOf: URL(filePath: journal + file))
            bytes[400] ^= 0xFF
            try bytes.write(to: URL(filePath: journal + file))
            bus = try BusProcess(plan)
            // Until its drive is recovered, its status comes from the journal.
            let deadline = MonotonicInstant.now.seconds + 30
            var found: [SessionStatus] = []
            repeat {
                guard case .status(let status) = try gateway.ask(.sessions(SessionQuery())) else { return }
                found = status.sessions
                #expect(found.map(\.session.name) == ["good", "main", "spoiled"])
            } while found.map(\.fixesAccepted) != [10, 0, 0] && MonotonicInstant.now.seconds < deadline
            #expect(found.map(\.fixesAccepted) == [10, 0, 0])
            #expect(try gateway.ask(.position(sessions[1], positions[0])) == .done)
            bus.kill()
        }
    }
}

/// A drive of a session: its route, its positions, and sometimes another start.
struct FleetDrive {
    let session: Session
    private(set) var inputs: [DriveInput]
    private var place = 0

    init(_ session: Session, _ route: Route, _ positions: [Fix], _ generator: inout SplitMix64) {
        self.session = session
        var route = route
        route.id = session.name
        inputs = []
        let first = Int.random(in: 0..<positions.count / 2, using: &generator)
        let count = Int.random(in: 100...400, using: &generator)
        for position in positions[first..<min(first + count, positions.count)] {
            if inputs.count == 2 || Int.random(in: 0..<150, using: &generator) == 0 { inputs.append(.started(route)) }
            inputs.append(.position(position))
        }
        inputs.append(.stopped)
    }

    var isOver: Bool { place == inputs.count }

    mutating func next() -> DriveInput {
        defer { place += 1 }
        return inputs[place]
    }

    /// The positions of the example drive.
    static func positions() async throws -> [Fix] {
        var positions: [Fix] = []
        for await event in NMEASource(file: ExampleDrive.folder + "/drive.nmea", pace: .max).positions() {
            if case .fix(let fix) = event { positions.append(fix) }
        }
        return positions
    }
}

/// A client that drives a fleet over the request socket.
struct Gateway {
    private let client: BusClient

    init(_ client: BusClient) { self.client = client }

    /// Sends a request, and repeats it while the bus is restarting.
    @discardableResult
    mutating func ask(_ request: Request) throws -> Reply {
        do {
            return try client.request(request, timeout: .seconds(20))
        } catch {
            guard case .refused(let refusal) = error else { throw error }
            return .refused(refusal)
        }
    }

    mutating func refusal(_ request: Request) throws -> RequestError? {
        if case .refused(let refusal) = try ask(request) { refusal } else { nil }
    }
}

extension Event {
    /// Whether it may come because a busy machine keeps the positions of a session for seconds.
    fileprivate var isOfSilence: Bool { positionStatus == .estimated || reportText != nil }
}

/// A subscriber of one session.
struct Follower {
    private let client: BusClient
    private var heard: [Envelope] = []
    private(set) var restarts = 0

    init(_ plan: LoopPlan, _ session: Session) throws {
        client = try BusClient(requests: plan.endpoints.requests)
        _ = try client.join(.make("follower", session), timeout: .seconds(20))
    }

    /// Receives the pending events.
    mutating func listen() throws {
        while try take(milliseconds: 0) {}
    }

    /// Receives events up to those of a tick.
    mutating func listen(until tick: UInt64) throws {
        let deadline = MonotonicInstant.now.seconds + 30
        while heard.last?.tick != tick, MonotonicInstant.now.seconds < deadline { try take(milliseconds: 20) }
    }

    /// All events since the last call, up to the given one.
    mutating func hear(until isLast: (Envelope) -> Bool, isRestartExpected: Bool = false) throws -> [Envelope] {
        defer { heard = [] }
        let deadline = MonotonicInstant.now.seconds + 30
        while heard.last.map(isLast) != true {
            guard MonotonicInstant.now.seconds < deadline else {
                Issue.record("silence after \(heard.count) events")
                break
            }
            try take(milliseconds: 50)
        }
        if restarts > 0, !isRestartExpected { Issue.record("another run began") }
        return heard
    }

    @discardableResult
    private mutating func take(milliseconds: Int) throws -> Bool {
        switch try client.next(timeout: .milliseconds(milliseconds)) {
        case nil: return false
        case .event(let envelope): heard.append(envelope)
        case .resynchronized(let missed): Issue.record("\(missed) events were lost after \(heard.count)")
        case .restarted: restarts += 1
        }
        return true
    }
}

extension Hello {
    static func make(_ control: String, _ session: Session) -> Hello {
        Hello(control: control, session: session, topics: Topic.allCases, processID: getpid())
    }
}
