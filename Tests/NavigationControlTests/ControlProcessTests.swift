import BusTestSupport
import EventCodec
import Foundation
import NavigationEvents
import Testing

@testable import EventBus

/// Tests the runner with the real console control in a process of its own, on a real bus.
@Suite struct ControlProcessTests {
    let folder: BusFolder

    init() throws { folder = try BusFolder() }

    @Test func `a control prints the events and ends at SIGTERM`() async throws {
        let bus = try folder.bus()
        let control = try folder.start()
        await bus.waitForControl()
        await bus.publish(.navigationStarted(.make()))
        await bus.publish(.gps(.make()))
        await bus.publish(.navigationStopped(.requested))
        #expect(try await control.line()?.hasPrefix("started") == true)
        #expect(try await control.line()?.hasPrefix("gps") == true)
        #expect(try await control.line() == "stopped")
        control.send(SIGTERM)
        #expect(await control.exitCode() == 0)
        await bus.waitForControl(.stopped)
        await bus.close()
    }

    @Test func `a control that joins late first receives the current state`() async throws {
        let bus = try folder.bus()
        await bus.publish(.navigationStarted(.make()))
        for number in 1...5 {
            await bus.publish(.gps(.make(number)))
            await bus.publish(.navigation(.make(number)))
        }
        let control = try folder.start()
        let lines = [try await control.line(), try await control.line(), try await control.line()]
        #expect(lines.map { $0?.prefix(4) } == ["star", "gps ", "guid"])
        await bus.close()
    }

    @Test(arguments: [SIGINT, SIGHUP]) func `other signals end a control too`(_ signal: Int32) async throws {
        let bus = try folder.bus()
        let control = try folder.start()
        await bus.waitForControl()
        control.send(signal)
        #expect(await control.exitCode() == 0)
        await bus.close()
    }

    @Test func `a control ends when its launcher dies`() async throws {
        let bus = try folder.bus()
        let control = try folder.start(["NAVBUS_LIFELINE": "stdin"])
        await bus.waitForControl()
        control.endInput()
        #expect(await control.exitCode() == 0)
        await bus.close()
    }

    @Test func `a control waits for the bus and says so`() async throws {
        let control = try folder.start()
        #expect(try await control.errorLine()?.hasPrefix("navbus-console: waiting for a bus at ipc://") == true)
        let bus = try folder.bus()
        await bus.waitForControl()
        control.send(SIGTERM)
        #expect(await control.exitCode() == 0)
        await bus.close()
    }

    @Test func `a control ends at a signal while it waits for the bus`() async throws {
        let control = try folder.start()
        _ = try await control.errorLine()
        control.send(SIGTERM)
        #expect(await control.exitCode() == 0)
    }

    @Test func `without a bus a control gives up with a remedy`() async throws {
        let control = try folder.start(["NAVBUS_WAIT": "0"])
        #expect(try await control.errorLine()?.contains("start one (navbus run)") == true)
        #expect(await control.exitCode() == 69)
    }

    @Test func `an invalid setting is reported and ends the control`() async throws {
        let bus = try folder.bus(settings: ["fixes": .integer(1)])
        let control = try folder.start()
        let text = "failed to use the setting \"fixes\": it is the whole number 1, but true or false is wanted"
        #expect(try await control.errorLine() == "navbus-console: " + text)
        #expect(await control.exitCode() == 78)
        await bus.waitForControl(.failed)
        #expect(await bus.status().controls.first?.text == text)
        await bus.close()
    }

    @Test func `a control continues when the bus is restarted`() async throws {
        let first = try folder.bus()
        let control = try folder.start()
        await first.waitForControl()
        await first.publish(.navigationStarted(.make("r1")))
        #expect(try await control.line()?.hasPrefix("started") == true)
        await first.close()
        let second = try folder.bus()
        #expect(try await control.line() == "stopped", "the new bus has no navigation")
        await second.publish(.navigationStarted(.make("r2")))
        #expect(try await control.line()?.hasPrefix("started") == true)
        await second.waitForControl()
        await second.close()
    }

    @Test func `a control sends a heartbeat once a second`() async throws {
        let bus = try folder.bus()
        let control = try folder.start()
        await bus.waitForControl()
        // The first event may come from the snapshot, which does not count for the latency.
        await bus.publish(.gps(.make(1)))
        _ = try await control.line()
        for number in 2...20 { await bus.publish(.gps(.make(number))) }
        for _ in 2...20 { _ = try await control.line() }
        let end = ContinuousClock.now + .seconds(20)
        var vitals: ControlVitals?
        while (vitals?.delivered ?? 0) < 20, ContinuousClock.now < end {
            vitals = await bus.status().controls.first?.vitals
            await Task.yield()
        }
        #expect(vitals?.control == "console")
        #expect(vitals?.processID == control.processID)
        #expect((19...20).contains(vitals?.latency.count ?? 0))
        #expect(await bus.status().controls.first?.heartbeatAgeSeconds != nil)
        await bus.close()
    }

    @Test func `a flood of events does not keep a control from ending`() async throws {
        let bus = try folder.bus()
        let control = try folder.start(["NAVBUS_STATE": folder.path])
        await bus.waitForControl()
        let flood = Task {
            while !Task.isCancelled { await bus.publish(.navigationStopped(.requested)) }
        }
        control.send(SIGTERM)
        #expect(await control.exitCode() == 0)
        flood.cancel()
        await flood.value
        await bus.close()
    }

    @Test func `without a key a control does not contact a bus on another machine`() async throws {
        let control = try ChildProcess(
            "navbus-console", environment: ["NAVBUS_ENDPOINT": "tcp://127.0.0.1:1", "NAVBUS_WAIT": "0"])
        #expect(try await control.errorLine()?.contains("NAVBUS_KEY and NAVBUS_BUS_KEY") == true)
        #expect(await control.exitCode() == 64)
    }

    @Test func `an invalid endpoint is named`() async throws {
        let control = try ChildProcess("navbus-console", environment: ["NAVBUS_ENDPOINT": "nowhere"])
        let line = try await control.errorLine()
        #expect(line?.contains("NAVBUS_ENDPOINT = \"nowhere\": it begins neither with ipc:// nor with tcp://") == true)
        #expect(await control.exitCode() == 64)
    }

    @Test func `a missing key file is named`() async throws {
        let key = String(repeating: "a", count: 40)
        let control = try ChildProcess(
            "navbus-console",
            environment: [
                "NAVBUS_ENDPOINT": "tcp://127.0.0.1:1", "NAVBUS_KEY": "\(folder.path)/none", "NAVBUS_BUS_KEY": key,
            ])
        #expect(try await control.errorLine()?.contains("\(folder.path)/none") == true)
        #expect(await control.exitCode() == 64)
    }

    @Test func `a control reports messages that it cannot read`() async throws {
        let bus = try folder.bus()
        let control = try folder.start()
        await bus.waitForControl()
        await bus.publishUnreadable()
        let told = "navbus-console: messages of the bus could not be read (1 so far)"
        #expect(try await control.errorLine()?.hasPrefix(told) == true)
        await bus.close()
    }

    @Test func `an unknown argument is refused`() async throws {
        let control = try folder.start(arguments: ["--loud"])
        #expect(try await control.errorLine() == "navbus-console: unknown argument \"--loud\"")
        #expect(try await control.errorLine() == "try: navbus console --help")
        #expect(await control.exitCode() == 64)
    }

    @Test func `the help describes the control`() async throws {
        let control = try folder.start(arguments: ["--help"])
        #expect(try await control.line() == "navbus-console: Prints each event as one readable line.")
        #expect(await control.exitCode() == 0)
    }
}

extension BusServer {
    /// Publishes bytes that are no event, on the topic onGPS.
    fileprivate func publishUnreadable() {
        _ = [0xFF, 0xFF].withUnsafeBytes { transport.send($0, topic: sessions.own[0].names.topics[Topic.onGPS.index]) }
    }
}

/// A folder under /tmp with a bus and controls; removed when it is released.
final class BusFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/navbus-test-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch { print("failed to remove \(path): \(error)") }
    }

    func bus(settings: [String: SettingValue] = [:]) throws -> BusServer {
        try BusServer(
            endpoints: BusEndpoints(folder: RunFolder(path: path)), settings: { _ throws(RequestError) in settings })
    }

    /// Starts the console control on the bus of this folder.
    func start(_ environment: [String: String] = [:], arguments: [String] = []) throws -> ChildProcess {
        var variables = environment
        variables["NAVBUS_ENDPOINT"] = BusEndpoints(folder: RunFolder(path: path)).requests
        return try ChildProcess("navbus-console", arguments, environment: variables)
    }
}

extension BusServer {
    /// Waits until a control has a state, by default until it is ready for callbacks.
    fileprivate func waitForControl(_ state: ControlState = .running) async {
        let end = ContinuousClock.now + .seconds(20)
        // A hello is not enough: only the report "ready" shows that the control has subscribed.
        while status().controls.first?.state != state || (state == .running && status().sessions[0].sequence == 0) {
            guard ContinuousClock.now < end else {
                Issue.record("no control is \(state): \(status().controls)")
                return
            }
            await Task.yield()
        }
    }
}
