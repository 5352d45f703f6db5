import TestSupport
import BusTestSupport
import EventCodec
import Glibc
import NavigationEvents
import Synchronization
import Testing
import ZeroMQ

@testable import Access
@testable import EventBus

/// Access over TCP, with keys.
@Suite struct AccessRemoteTests {
    @Test func `a client with an allowed key joins, receives events and is listed`() async throws {
        let bus = try RemoteBus([("phone", [.control], .all)])
        let client = try await onThread {
            let client = try bus.client("phone")
            let welcome = try client.join(.make(control: "phone"), timeout: .seconds(10))
            #expect(welcome.eventsEndpoint == bus.server.remoteEndpoints?.events)
            try client.report(.make("phone"))
            return Held(client)
        }
        await bus.server.publish(.gps(.make(1)), tick: 7)
        let ticks = try await onThread { try client.value.deliveries(untilTick: 7).compactMap(\.envelope?.tick) }
        #expect(ticks.last == 7)
        #expect(await bus.server.status().controls.map(\.control) == ["phone"])
        await bus.server.close()
    }

    @Test func `a client without an allowed key neither receives nor sends anything`() async throws {
        let bus = try RemoteBus([("phone", [.tap], .all)])
        let phone = try bus.credentials("phone")
        let stranger = try CurveKeyPair()
        let stolen = BusCredentials(own: mixed(phone.own, stranger), bus: phone.bus)
        let wrongBus = BusCredentials(own: phone.own, bus: stranger.publicKey)
        let unknown = BusCredentials(own: stranger, bus: phone.bus)
        for credentials in [unknown, wrongBus, stolen] {
            await #expect(throws: BusError.self) {
                try await onThread {
                    try bus.client(credentials).join(.make(), timeout: .milliseconds(400))
                }
            }
        }
        try await onThread { try keylessBytesAreNotHeard(bus) }
        #expect(await bus.counter("requests") == 0)
        #expect(await bus.counter("snapshots") == 0)
        #expect(await bus.counter("unknown_keys") > 0)
        #expect(await bus.counter("refused_connections") > 0)
        #expect(await bus.counter("failed_handshakes") > 0)
        await bus.server.close()
    }

    @Test func `a revoked key is disconnected at once, and others stay connected`() async throws {
        let bus = try RemoteBus([("phone", [.tap, .operator], .all), ("radio", [.tap], .all)])
        let (phone, radio) = try await onThread {
            let clients = (Held(try bus.client("phone")), Held(try bus.client("radio")))
            try clients.0.value.join(.make(control: "phone"), timeout: .seconds(10))
            try clients.1.value.join(.make(control: "radio"), timeout: .seconds(10))
            return clients
        }
        let start = ContinuousClock.now
        try bus.folders.ring.revoke("phone")
        try await onThread {
            try waitUntil { try sync { await bus.counter("cut_connections") == 2 } }
            print("revoked after \(ContinuousClock.now - start)")
            #expect(throws: BusError.self) { try phone.value.request(.stop(.main), timeout: .milliseconds(100)) }
        }
        await bus.server.publish(.gps(.make(1)), tick: 9)
        try await onThread {
            #expect(try radio.value.deliveries(untilTick: 9).last?.envelope?.tick == 9)
            while let delivery = try phone.value.next(timeout: .milliseconds(200)) {
                #expect(delivery.envelope?.tick != 9)
            }
        }
        await bus.server.close()
    }

    @Test func `a silent connection of a revoked key does not get the rights of its successor`() async throws {
        let bus = try RemoteBus([("phone", [.tap], .all)])
        let endpoint = try #require(bus.server.remoteEndpoints).requests
        let thief = try await onThread {
            let socket = try Socket(.dealer, context: Context())
            try BusCredentials.prepare(socket, for: endpoint, bus.credentials("phone"))
            try socket.set(.onlyConnected, 1)
            try socket.connect(endpoint)
            var polled = PollSet()
            polled.add(socket, forSending: true)
            try polled.wait(milliseconds: 10_000)
            try bus.folders.ring.revoke("phone")
            let successor = try CurveKeyPair().publicKey
            try bus.folders.ring.allow(AllowedKey(name: "phone", key: successor, roles: [.operator]))
            try waitUntil { try sync { await bus.counter("cut_connections") >= 1 } }
            return Held(socket)
        }
        try await onThread {
            try thief.value.send(Request.stop(.main).bytes())
            #expect(try received(thief.value, within: 500) == nil)
        } as Void
        #expect(await bus.counter("requests") == 0)
        await bus.server.close()
    }

    @Test func `a running client gets the changed topics of its key`() async throws {
        let bus = try RemoteBus([("phone", [.tap], [.onGPS])])
        let client = try await onThread {
            let client = try bus.client("phone")
            try client.join(.make(), timeout: .seconds(20))
            return Held(client)
        }
        for tick in 1...3 { await bus.server.publish(.control(.make("navbus")), tick: UInt64(tick)) }
        await bus.server.publish(.gps(.make()), tick: 4)
        #expect(try await onThread { try client.value.deliveries(untilTick: 4).count } == 1)
        let key = try bus.credentials("phone").own.publicKey
        for topics: Set<Topic> in [[.onControl], .all, [.onGPS]] {
            try bus.folders.ring.allow(AllowedKey(name: "phone", key: key, roles: [.tap], topics: topics))
            let deliveries = try await onThread { try heard(by: client.value, from: bus.server, topics) }
            // Events published while the right was revoked cannot be fetched, which is reported.
            let lost = deliveries.contains { if case .resynchronized = $0 { true } else { false } }
            #expect(!lost || topics != .all, "additional rights cause no loss")
        }
        await bus.server.close()
    }

    /// Publishes until the client has received an event of each allowed topic, and no other topic.
    private func heard(by client: BusClient, from server: BusServer, _ topics: Set<Topic>) throws -> [Delivery] {
        var deliveries: [Delivery] = []
        try waitUntil {
            try sync {
                await server.publish(.control(.make("navbus")))
                await server.publish(.gps(.make()))
            }
            var latest: Set<Topic> = []
            while let delivery = try client.next(timeout: .milliseconds(20)) {
                deliveries.append(delivery)
                if let topic = delivery.envelope?.event.topic { latest.insert(topic) }
            }
            return latest == topics.intersection([.onControl, .onGPS])
        }
        return deliveries
    }

    @Test func `without an allowed key no port is open`() async throws {
        let bus = try RemoteBus()
        #expect(bus.server.remoteEndpoints == nil)
        await bus.server.close()
    }

    @Test func `a key that is allowed later can join`() async throws {
        let bus = try RemoteBus([("phone", [.tap], .all)])
        let key = try bus.folders.ring.make("late")
        try await onThread {
            let client = try bus.client("late")
            #expect(throws: BusError.self) { try client.request(.status, timeout: .milliseconds(100)) }
            try bus.folders.ring.allow(AllowedKey(name: "late", key: key, roles: [.tap]))
            try client.join(.make(), timeout: .seconds(10))
        }
        await bus.server.close()
    }

    @Test func `topics without a right arrive in no way`() async throws {
        let bus = try RemoteBus([("phone", [.tap], [.onNavigationStopped])])
        await bus.server.publish(.gps(.make(1)), tick: 1)
        try await onThread {
            let socket = try Socket(.sub, context: Context())
            try BusCredentials.prepare(socket, for: "tcp://127.0.0.1:1", bus.credentials("phone"))
            let snapshot = "~snap/main/12345678901234567890"
            for topic in ["", "on", "onGPS/main", "~snap/main/1", "onNavigationStopped/main", snapshot] {
                try socket.subscribe(topic)
            }
            try socket.connect(try #require(bus.server.remoteEndpoints).events)
            let first = try #require(try received(socket, within: 10_000))
            #expect(first.first == Array(snapshot.utf8))
            let state = try Snapshot(wireBytes: try #require(first.last))
            #expect(state.latest.isEmpty)
            try sync { await bus.server.publish(.gps(.make(2)), tick: 2) }
            try sync { await bus.server.publish(.navigationStopped(.requested), tick: 3) }
            #expect(try received(socket, within: 10_000)?.first == Array("onNavigationStopped/main".utf8))
            let client = try bus.client("phone")
            let error = #expect(throws: BusError.self) { try client.request(.missed(.make(.onGPS))) }
            guard case .refused(let refusal) = error else { return }
            #expect(refusal.code == .forbidden)
        }
        #expect(await bus.counter("forbidden_subscriptions") == 4)
        #expect(await bus.counter("forbidden_requests") == 1)
        await bus.server.close()
    }

    @Test func `a late repair does not deliver events out of order`() async throws {
        let bus = try RemoteBus([("phone", [.tap], [.onGPS, .onControl])])
        let client = try await onThread {
            let client = try bus.client("phone")
            try client.join(.make(), timeout: .seconds(20))
            return Held(client)
        }
        await bus.server.publishWithAHole()
        let deliveries = try await onThread { try client.value.deliveries(untilTick: 3) }
        #expect(deliveries.compactMap(\.envelope).map(\.sequence) == [2, 3])
        #expect(deliveries.contains(.resynchronized(missed: 1)))
        await bus.server.close()
    }

    @Test func `without onNavigationStarted a client detects a navigation by its guidance`() async throws {
        let bus = try RemoteBus([("phone", [.tap], [.onNavigation])])
        await bus.server.publish(.navigationStarted(.make()))
        await bus.server.publish(.navigation(.make()))
        let during = try await onThread { () throws -> Bool in
            let client = try bus.client("phone")
            try client.join(.make(), timeout: .seconds(20))
            return client.isNavigating
        }
        #expect(during)
        await bus.server.publish(.navigationStopped(.requested))
        let after = try await onThread { () throws -> Bool in
            let client = try bus.client("phone")
            try client.join(.make(), timeout: .seconds(20))
            return client.isNavigating
        }
        #expect(!after)
        await bus.server.close()
    }

    @Test(arguments: [(Role.control, false), (.operator, true)])
    func `only keys that may start navigations may send large requests`(_ role: Role, _ isTaken: Bool) async throws {
        let bus = try RemoteBus([("phone", [role], .all)])
        let large = Request.start(.main, .make(vertices: 100_000))
        try await onThread {
            let client = try bus.client("phone")
            do throws(BusError) {
                let reply = try client.request(large, timeout: .seconds(20))
                #expect(reply == .done && isTaken)
            } catch {
                guard case .refused(let refusal) = error else { throw error }
                #expect(refusal.code == .forbidden && !isTaken)
            }
        }
        #expect(await bus.counter("forbidden_requests") > 0 || isTaken)
        await bus.server.close()
    }

    @Test func `a frame that is too large ends its connection, with any role`() async throws {
        let bus = try RemoteBus([("radio", [.operator, .router], .all)])
        let frame = RequestFrame(id: 1, request: .start(.main, .make(vertices: 100_000))).wireBytes()
        try await onThread {
            let client = try bus.client("radio")
            _ = try client.request(.status, timeout: .seconds(20))
            try client.requests.send(frame)
            try waitUntil { try sync { await bus.server.status().gauges["connections"] == 0 } }
        }
        #expect(await bus.counter("requests") == 1, "the large frame is not read to its end")
        await bus.server.close()
    }

    @Test func `a bus does not start with an unreadable list of keys`() throws {
        let folders = try RemoteBus.Folders()
        _ = try folders.ring.busKeys()
        try KeyFile.write("phone nonsense tap\n", to: folders.ring.allowedPath, mode: 0o600)
        let error = #expect(throws: BusError.self) {
            try BusServer(endpoints: folders.folder.endpoints, access: folders.access(RemoteBus.anyPorts))
        }
        #expect(error?.description.contains("line 1 of") == true)
    }

    /// Keys of a peer with the public key of one owner and the secret key of another.
    private func mixed(_ victim: CurveKeyPair, _ thief: CurveKeyPair) -> CurveKeyPair {
        CurveKeyPair(claiming: victim.publicKey, with: thief.secretKey)
    }

    private func keylessBytesAreNotHeard(_ bus: RemoteBus) throws {
        let endpoints = try #require(bus.server.remoteEndpoints)
        let socket = try Socket(.dealer, context: Context())
        try socket.connect(endpoints.requests)
        for _ in 0..<10 { try socket.send([1, 2, 3]) }
        #expect(try received(socket, within: 200) == nil)
    }
}

extension BusServer {
    /// Publishes three events. The first one cannot be read.
    fileprivate func publishWithAHole() {
        publishBroken(.gps(.make(1)), tick: 1)
        publish(.control(.make("navbus")), tick: 2)
        publish(.gps(.make(3)), tick: 3)
    }
}

/// Carries a value to another thread. Only one thread uses it at a time.
struct Held<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

/// Runs an asynchronous body, and waits for it on the present thread.
@discardableResult
func sync<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) throws -> Value {
    let done = OneShotEvent()
    let held = Mailbox<Value>()
    Task {
        held.put(await body())
        done.open()
    }
    done.waitBlocking()
    return try #require(held.take())
}

/// The frames of one message; `nil` if none arrives in time.
func received(_ socket: Socket, within milliseconds: Int) throws -> [[UInt8]]? {
    var polled = PollSet()
    polled.add(socket)
    try polled.wait(milliseconds: milliseconds)
    var frame = Frame()
    var parts: [[UInt8]] = []
    while try socket.receive(into: &frame) {
        parts.append(frame.copy)
        if !frame.hasMore { return parts }
    }
    return nil
}

/// Carries one value between threads.
final class Mailbox<Value: Sendable>: Sendable {
    private let content = Mutex<Value?>(nil)

    func put(_ value: Value) { content.withLock { $0 = value } }
    func take() -> Value? { content.withLock { $0 } }
}
