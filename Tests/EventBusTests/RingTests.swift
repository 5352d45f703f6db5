import Access
import BusTestSupport
import EventCodec
import Glibc
import Journal
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import EventBus

/// The events that a client reads from the memory of the bus, and clients that mean harm.
@Suite struct RingTests {
    @Test func `the events are the same bytes over both ways`() async throws {
        let bus = try TestBus(over: .ring)
        let joined = [OneShotEvent(), OneShotEvent()]
        let slow = Task { try await onThread { try bytes(bus, over: .zmq, joined[0]) } }
        let quick = Task { try await onThread { try bytes(bus, over: .ring, joined[1]) } }
        for joined in joined { await joined.wait() }
        var random = SplitMix64(seed: 1)
        for number in 1...400 {
            await bus.server.publish(.navigation(.make(.random(in: 0...1000, using: &random))), tick: UInt64(number))
            if number % 100 == 0 { await bus.server.publish(.navigationStarted(.make(vertices: 50_000))) }
        }
        await bus.server.publish(.navigationStopped(.requested))
        let read = try await quick.value
        #expect(read.count == 405)
        #expect(try await slow.value == read)
        await bus.server.close()
    }

    private func bytes(_ bus: TestBus, over way: EventTransport, _ joined: OneShotEvent) throws -> [[UInt8]] {
        defer { joined.open() }
        let client = try BusClient(requests: bus.folder.endpoints.requests, over: way)
        try client.join(.make(control: way.rawValue), timeout: .seconds(20))
        joined.open()
        #expect(client.readsMemory == (way == .ring))
        let all = try client.deliveries { $0.envelope?.event.topic == .onNavigationStopped }
        return all.compactMap { $0.envelope?.wireBytes() }
    }

    @Test func `without files the events come over ZeroMQ, and a client that insists learns why`() async throws {
        let bus = try TestBus()
        let client = try bus.subscriber()
        #expect(!client.readsMemory)
        let other = try BusClient(requests: bus.folder.endpoints.requests, over: .ring)
        let error = #expect(throws: BusError.self) { try other.join(.make(), timeout: .seconds(5)) }
        #expect("\(try #require(error))".contains("its journal is not in files"))
        await bus.server.close()
    }

    @Test func `a restarted bus is read from its memory again`() async throws {
        let folder = try TemporaryFolder()
        var bus = try TestBus(folder: folder, over: .ring)
        let client = try BusClient(requests: folder.endpoints.requests)
        try client.join(.make([.onGPS]), timeout: .seconds(20))
        for life in 1...3 {
            await bus.server.pump(10, from: life * 10)
            #expect(try client.deliveries(untilTick: UInt64(life * 10 + 9)).count == 10)
            await bus.server.close()
            bus = try TestBus(folder: folder, over: .ring)
        }
        await bus.server.pump(1, from: 100)
        #expect(try client.deliveries(untilTick: 100).count == 1)
        // It says hello again, and then joins the ring.
        try waitUntil {
            _ = try client.next(timeout: .milliseconds(20))
            return client.readsMemory
        }
        await bus.server.pump(100, from: 101)
        #expect(try client.deliveries(untilTick: 200).count == 100)
        #expect(client.counters.missed == 0)
        await bus.server.close()
    }

    @Test func `everything that is published is read without a wait, as a tap does that ends`() async throws {
        let bus = try TestBus(over: .ring)
        let client = try bus.subscriber()
        #expect(client.readsMemory)
        await bus.server.pump(1000)
        var read = 0
        while try client.next(timeout: .zero) != nil { read += 1 }
        #expect(read == 1000)
        await bus.server.close()
    }

    @Test func `a client of one topic is not sent the others`() async throws {
        let bus = try TestBus(over: .zmq)
        let client = try bus.subscriber([.onNavigation])
        let topics = await bus.server.subscribedNames
        #expect(Set(topics.filter { !$0.hasPrefix("~") }) == ["onNavigation/main"])
        await bus.server.pump(10)
        await bus.server.publish(.navigation(.make()), tick: 11)
        #expect(try client.deliveries(untilTick: 11).count == 1)
        #expect(client.counters.gaps == 0)
        await bus.server.close()
    }

    @Test func `a client that sleeps is woken once`() async throws {
        let bus = try TestBus(over: .ring)
        let path = try #require(bus.folder.endpoints.ringPath)
        let client = try RingClient(path: path, session: .main) { _ in true }
        let all = TopicSet(Topic.allCases)
        for life in 1...3 {
            #expect(client.fallAsleep())
            await bus.server.pump(5, from: life * 10)
            var waited = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
            #expect(poll(&waited, 1, 10_000) == 1)
            var words = [UInt64](repeating: 0, count: RingPacket.bytes / 8)
            let packets = words.withUnsafeMutableBytes { bytes in
                (0..<2).map { _ in recv(client.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
                }
            }
            #expect(packets == [RingPacket.bytes, -1], "one packet for five events")
            client.awake(isReadable: false)
            // A client that is about to sleep notices an event that comes before.
            #expect(!client.fallAsleep())
            for _ in 0..<5 {
                guard case .event = client.next(all) else { throw Missing() }
            }
            guard case .nothing = client.next(all) else { throw Missing() }
        }
        await bus.server.close()
        guard case .nothing = client.next(all) else { throw Missing() }
        client.awake(isReadable: true)
        guard case .ended = client.next(all) else { throw Missing() }
    }

    // MARK: - Hostile Clients

    /// A connection that may send and hold back anything.
    private struct Connection {
        let socket: PacketSocket

        init(_ bus: TestBus) throws {
            socket = try PacketSocket(connecting: try #require(bus.folder.endpoints.ringPath))
        }

        func send(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { socket.send($0) } }

        /// The next packet, with its descriptor; `nil` after the end.
        func next() async throws -> (packet: RingPacket, descriptor: Int32?)? {
            var found: (RingPacket, Int32?)?
            try await until {
                var words = [UInt64](repeating: 0, count: RingPacket.bytes / 8)
                return words.withUnsafeMutableBytes { bytes in
                    switch socket.receive(into: bytes) {
                    case .nothing: return false
                    case .ended: return true
                    case .packet(let count, let descriptor):
                        found = (RingPacket(UnsafeRawBufferPointer(rebasing: bytes[..<count])), descriptor)
                        return true
                    }
                }
            }
            return found
        }
    }

    @Test func `what is no join ends the connection, and so does a packet after it`() async throws {
        let bus = try TestBus(over: .ring)
        for bytes in [[0], [UInt8](repeating: 7, count: 40), [UInt8](repeating: 0, count: 5000)] as [[UInt8]] {
            let connection = try Connection(bus)
            #expect(connection.send(bytes))
            #expect(try await connection.next() == nil)
        }
        let unknown = try Connection(bus)
        #expect(unknown.send(RingJoin.bytes(try #require(Session("nowhere")))))
        #expect(try await unknown.next()?.packet == .refused(.session))
        let connection = try Connection(bus)
        #expect(connection.send(RingJoin.bytes(.main)))
        guard case .begin(let position)? = try await connection.next()?.packet else { throw Missing() }
        #expect(position.sequence == 0)
        #expect(connection.send([1]))
        try await until { await bus.server.ringCount == 0 }
        await bus.server.close()
    }

    private struct Missing: Error {}

    @Test func `more clients than the bus serves get their events over ZeroMQ`() async throws {
        let bus = try TestBus(over: .ring)
        var connections: [Connection] = []
        for _ in 0..<64 { connections.append(try Connection(bus)) }
        try await until { await bus.server.ringCount == 64 }
        let client = try BusClient(requests: bus.folder.endpoints.requests)
        try client.join(.make(), timeout: .seconds(20))
        #expect(!client.readsMemory)
        await bus.server.pump(10)
        #expect(try client.deliveries(untilTick: 10).count == 10)
        // Those that name no session are ended.
        await bus.server.endLate()
        #expect(await bus.server.ringCount == 0)
        withExtendedLifetime(connections) {}
        await bus.server.close()
    }

    @Test func `a client that lags and finds no place continues over ZeroMQ`() async throws {
        let bus = try TestBus(journal: JournalSettings(maxBytes: 64 * 1024), over: .ring)
        let client = try BusClient(requests: bus.folder.endpoints.requests)
        try client.join(.make(), timeout: .seconds(20))
        #expect(client.readsMemory)
        await bus.server.pump(5000)
        await bus.server.refuseRing()
        while try client.next(timeout: .milliseconds(50)) != nil {}
        #expect(!client.readsMemory)
        #expect(await bus.server.subscribedNames.contains("onGPS/main"))
        await bus.server.pump(10, from: 5001)
        #expect(try client.deliveries(untilTick: 5010).count == 10)
        await bus.server.close()
    }

    @Test func `a client that takes no packets loses its connection, and the others lose nothing`() async throws {
        let bus = try TestBus(journal: JournalSettings(maxBytes: 8 * 1024 * 1024), over: .ring)
        let deaf = try Connection(bus)
        #expect(deaf.send(RingJoin.bytes(.main)))
        let lively = Listener(bus, untilTick: 799)
        await lively.joined()
        try await until { await bus.server.ringCount == 2 }
        // Each large event has a buffer of its own.
        for number in 1...799 {
            await bus.server.publish(
                .navigationStarted(.make("route \(number)", vertices: number % 2 == 0 ? 9000 : 2)),
                tick: UInt64(number))
        }
        let outcome = try await lively.outcome
        #expect(outcome.ticks.last == 799)
        // The lively one has left, and the deaf one has been ended.
        try await until { await bus.server.ringCount == 0 }
        withExtendedLifetime(deaf) {}
        await bus.server.close()
    }

    @Test func `a page full of nonsense hurts nobody`() async throws {
        let bus = try TestBus(over: .ring)
        let hostile = try Connection(bus)
        #expect(hostile.send(RingJoin.bytes(.main)))
        let first = try #require(try await hostile.next())
        let descriptor = try #require(first.descriptor)
        defer { close(descriptor) }
        // It can be neither shortened nor lengthened, and the journal cannot be written.
        #expect(ftruncate(descriptor, 0) != 0)
        #expect(ftruncate(descriptor, 1 << 20) != 0)
        let page = try SharedPage(descriptor)
        let journal = try #require(try await hostile.next())
        let memory = try #require(journal.descriptor)
        defer { close(memory) }
        #expect(mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0) == MAP_FAILED)
        #expect(write(memory, "x", 1) < 0)
        let listener = Listener(bus, untilTick: 2000)
        await listener.joined()
        for number in 1...2000 {
            memset(page.start, number % 2 == 0 ? 0xFF : 0, SharedPage.bytes)
            await bus.server.publish(.gps(.make(number)), tick: UInt64(number))
        }
        #expect(try await listener.outcome.ticks == Array(1...2000))
        await bus.server.close()
    }

    @Test func `the rights of another user decide`() {
        for (roles, mayRead) in [([], false), ([.tap], true)] as [([Role], Bool)] {
            let control = AdmissionControl(
                policy: AccessPolicy(ownUser: geteuid(), otherUsers: Set(roles), processes: KernelProcessTable()),
                requestsPerSecond: 10)
            #expect(control.mayReadAll(of: .main, user: 64_321, process: getpid()) == mayRead)
            #expect(control.mayReadAll(of: .main, user: geteuid(), process: getpid()))
        }
    }

    @Test func `an opened session, whose journal is small, is read over ZeroMQ`() async throws {
        let bus = try TestBus(over: .ring)
        let session = try #require(Session("van"))
        #expect(try await bus.server.open(session))
        let connection = try Connection(bus)
        #expect(connection.send(RingJoin.bytes(session)))
        #expect(try await connection.next()?.packet == .refused(.memory))
        let client = try BusClient(requests: bus.folder.endpoints.requests)
        try client.join(.make(session: session), timeout: .seconds(20))
        #expect(!client.readsMemory)
        await bus.server.close()
    }
}

/// Waits until a condition holds, or reports that it never does.
private func until(
    _ location: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while try await !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("the condition never holds", sourceLocation: location)
            return
        }
        try await Task.sleep(for: .milliseconds(2))
    }
}

extension BusServer {
    /// Removes the path of the ring, so that no further client finds it.
    fileprivate func refuseRing() { if let ring { unlink(ring.path) } }

    fileprivate var ringCount: Int { ring?.count ?? -1 }

    fileprivate var subscribedNames: [String] { subscribedTopics.all.map { String(decoding: $0, as: UTF8.self) } }

    /// Ends the connections that would have had to name their session by now.
    fileprivate func endLate() { ring?.endLate(now: MonotonicInstant.now.nanoseconds + 2_000_000_000) }
}
