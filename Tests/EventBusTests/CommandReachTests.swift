import TestSupport
import BusTestSupport
import Glibc
import NavigationEvents
import Testing

@testable import EventBus

/// Which controls a command reaches.
@Suite struct CommandReachTests {
    private static let patience = Duration.seconds(20)

    /// Says hello as a control that handles commands, and sends a heartbeat; returns after the bus has handled both.
    private static func join(_ client: BusClient, _ name: String, topics: [Topic] = [.onCommand]) throws {
        let hello = Hello(control: name, topics: topics, processID: getpid(), acceptsCommands: true)
        try client.join(hello, timeout: patience)
        try client.sendHeartbeat(ControlVitals(control: name, processID: getpid()))
        _ = try client.request(.status, timeout: patience)
    }

    private static func isTaken(_ server: BusServer) async -> Bool {
        do {
            try await server.publish(action: .calibrate, session: .main)
            return true
        } catch {
            #expect(error.code == .unavailable)
            return false
        }
    }

    @Test func `a control that cannot receive commands does not count as a handler`() async throws {
        let bus = try RemoteBus([("old", [.control], Set.all.subtracting([.onCommand])), ("new", [.control], .all)])
        let old = try await onThread {
            let client = try bus.client("old")
            try Self.join(client, "old")
            return Held(client)
        }
        #expect(await !Self.isTaken(bus.server), "its key lacks onCommand")
        let new = try await onThread {
            let client = try bus.client("new")
            try Self.join(client, "new", topics: [.onGPS])
            return Held(client)
        }
        #expect(await !Self.isTaken(bus.server), "its hello lacks onCommand")
        try await onThread { try Self.join(new.value, "new") }
        #expect(await Self.isTaken(bus.server))
        try await onThread { _ = try old.value.next(timeout: .zero) }
        await bus.server.close()
    }

    @Test func `a late joiner gets its mute state before other events`() async throws {
        let bus = try TestBus()
        await bus.server.publish(.command(ControlCommand(action: .mute(true), isMuted: true)))
        await bus.server.publish(.navigationStarted(.make()))
        await bus.server.publish(.navigation(.make(1)), tick: 1)
        let (control, tap) = try await onThread {
            let topics: [Topic] = [.onNavigationStarted, .onNavigation, .onCommand]
            let early = try bus.client()
            try Self.join(early, "early", topics: topics)
            return (Held(early), Held(try bus.subscriber(topics)))
        }
        await bus.server.publish(.command(ControlCommand(action: .calibrate, isMuted: true)))
        try await onThread {
            let state = Event.command(ControlCommand(isMuted: true))
            let late = try bus.client()
            try Self.join(late, "late", topics: [.onNavigation, .onCommand])
            #expect(try late.next(timeout: Self.patience)?.envelope?.event == state)
            #expect(try control.value.next(timeout: Self.patience)?.envelope?.event == state)
            // An observer gets the events in the order of publishing.
            let heard = try (1...4).compactMap { _ in try tap.value.next(timeout: Self.patience)?.envelope?.sequence }
            #expect(heard == heard.sorted() && heard.count == 4)
        }
        await bus.server.close()
    }

    @Test func `an observer needs no name and is in no list`() async throws {
        let bus = try TestBus()
        let listener = try await onThread {
            let client = try bus.client()
            let welcome = try client.join(.make([.onCommand], control: ""), timeout: Self.patience)
            #expect(welcome.isListener)
            return Held(client)
        }
        await bus.server.publish(.command(ControlCommand(action: .calibrate)))
        try await onThread {
            let heard = try listener.value.next(timeout: Self.patience)?.envelope?.event
            #expect(heard == .command(ControlCommand(action: .calibrate)))
        }
        #expect(await bus.server.status().controls.isEmpty)
        await bus.server.close()
    }
}
