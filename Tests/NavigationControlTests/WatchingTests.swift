import BusTestSupport
import Access
import Foundation
import NavigationEvents
import Synchronization
import TestSupport
import Testing

@testable import EventBus

/// Tests with a real process on a real bus.
@Suite("A control that watches the others")
struct WatchingTests {
    let folder: BusFolder

    init() throws { folder = try BusFolder() }

    private func witness(
        _ arguments: [String] = [], _ environment: [String: String] = [:]
    ) async throws -> ChildProcess {
        var variables = environment
        variables["NAVBUS_ENDPOINT"] = BusEndpoints(folder: RunFolder(path: folder.path)).requests
        return try ChildProcess("navbus-witness", arguments, environment: variables)
    }

    /// Reads lines up to one with a prefix; returns all of them.
    @discardableResult
    private func lines(_ child: ChildProcess, until start: String) async throws -> [String] {
        var lines: [String] = []
        while let line = try await child.line() {
            lines.append(line)
            if line.hasPrefix(start) { return lines }
        }
        Issue.record("it ended without \(start): \(lines)")
        return lines
    }

    private static func report(_ kind: ReportKind, _ text: String, control: String = "speech") -> ControlReport {
        ControlReport(control: control, kind: kind, effect: "utterance", text: text)
    }

    @Test func `a control receives the reports of others, not its own and no earlier ones`() async throws {
        let bus = try AnsweringBus(folder)
        await bus.publish(.control(Self.report(.began, "Long ago.")))
        let child = try await witness()
        try await lines(child, until: "status witness:running")
        await bus.publish(.control(Self.report(.began, "Turn left.")))
        let heard = try await lines(child, until: "report speech began")
        #expect(heard.last == "report speech began Turn left.")
        #expect(!heard.contains { $0.hasPrefix("report witness") || $0.contains("Long ago") })
        await bus.publish(.control(Self.report(.failed, "of the same name", control: "witness")))
        #expect(try await lines(child, until: "report").last == "report witness failed of the same name")
        await bus.close()
    }

    @Test func `a control receives the status each second, also while no events come`() async throws {
        let bus = try AnsweringBus(folder)
        let child = try await witness()
        #expect(try await child.line() == "by hand")
        #expect(try await child.line() == "start, 0 settings")
        try await lines(child, until: "status witness:running")
        await bus.server.note(control: ControlStatus(control: "lanes", state: .failed))
        #expect(try await lines(child, until: "status lanes").last == "status lanes:failed,witness:running")
        await bus.close()
        try await lines(child, until: "status none")
        let next = try AnsweringBus(folder)
        #expect(try await lines(child, until: "status witness").last?.hasPrefix("status witness:") == true)
        await next.close()
    }

    @Test func `a bus that hangs over requests delays no callback`() async throws {
        let bus = try AnsweringBus(folder)
        let child = try await witness()
        try await lines(child, until: "status witness:running")
        bus.hang()
        try await lines(child, until: "status none")
        for number in 1...3 {
            await bus.publish(.gps(.make(number)))
            #expect(try await lines(child, until: "gps").last == "gps \(number)")
        }
        try await lines(child, until: "status none")
        await bus.close()
    }

    @Test func `an observer has no name, reports nothing, and is in no list`() async throws {
        let bus = try AnsweringBus(folder, settings: ["speed": .integer(1)])
        let (first, second) = (try await witness(["observer"]), try await witness(["observer"]))
        for child in [first, second] {
            try await lines(child, until: "start, 0 settings")
            // The status shows a bus without controls, or at first no bus, if its reply is slow.
            while let line = try await child.line(), line != "status " { #expect(line == "status none") }
        }
        await bus.publish(.control(Self.report(.began, "Turn left.")))
        for child in [first, second] { try await lines(child, until: "report speech began Turn left.") }
        let reporting = await bus.server.keptEvents(.onControl).compactMap {
            if case .control(let report) = $0.event { report.control } else { nil }
        }
        #expect(Set(reporting).isSubset(of: ["speech", "navbus"]))
        #expect(await bus.server.status().controls.isEmpty)
        first.send(SIGTERM)
        #expect(await first.exitCode() == 0)
        await bus.close()
    }

    @Test func `an observer receives the warnings of the kit as reports`() async throws {
        let bus = try AnsweringBus(folder)
        let child = try await witness(["observer"])
        try await lines(child, until: "status ")
        await bus.close()
        try await lines(child, until: "status none")
        let next = try AnsweringBus(folder)
        try await lines(child, until: "report witness note joined the restarted bus")
        await next.close()
    }

    @Test func `an observer may follow another session`() async throws {
        let bus = try AnsweringBus(folder)
        let child = try await witness(["observer", "--session", "No Session"])
        #expect(try await child.errorLine()?.contains("NAVBUS_SESSION = \"No Session\"") == true)
        #expect(await child.exitCode() == 64)
        await bus.close()
    }

    @Test(arguments: [[], ["observer"]])
    func `a control without permission for reports is warned and still gets status`(_ words: [String]) async throws {
        let ring = KeyRing(folder: folder.path + "/keys")
        let topics = Set(Topic.allCases).subtracting([.onControl])
        try ring.allow(
            AllowedKey(name: "witness", key: ring.make("witness"), roles: [.tap, .control], topics: topics))
        let bus = try AnsweringBus(
            folder,
            access: AccessSettings(
                remote: BusEndpoints(requests: "tcp://127.0.0.1:*", events: "tcp://127.0.0.1:*"),
                keysFolder: ring.folder))
        let busKey = try String(contentsOfFile: ring.folder + "/bus.pub", encoding: .utf8)
        let child = try ChildProcess(
            "navbus-witness", words,
            environment: [
                "NAVBUS_ENDPOINT": try #require(bus.server.remoteEndpoints?.requests),
                "NAVBUS_KEY": ring.path(of: "witness"),
                "NAVBUS_BUS_KEY": busKey.trimmingCharacters(in: .whitespacesAndNewlines),
            ])
        let told = "the reports of controls do not arrive: add onControl to the topics of the key"
        if words.isEmpty {
            #expect(try await child.errorLine() == "navbus-witness: " + told)
        } else {
            try await lines(child, until: "report witness warning " + told)
        }
        try await lines(child, until: words.isEmpty ? "status witness:running" : "status ")
        await bus.close()
    }

    @Test func `a control that a launcher started knows it`() async throws {
        let bus = try AnsweringBus(folder)
        let child = try await witness([], ["NAVBUS_LIFELINE": "stdin"])
        #expect(try await child.line() == "launched")
        try await lines(child, until: "status witness:running")
        child.endInput()
        #expect(await child.exitCode() == 0)
        await bus.close()
    }

    @Test func `reports of controls end no silence`() async throws {
        let bus = try AnsweringBus(folder)
        let child = try await witness()
        try await lines(child, until: "status witness:running")
        await bus.publish(.gps(.make(1)))
        try await lines(child, until: "gps 1")
        let chatter = Task {
            var number = 0
            while !Task.isCancelled {
                number += 1
                await bus.publish(.control(Self.report(.note, "\(number)")))
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        try await lines(child, until: "silence")
        chatter.cancel()
        await bus.close()
    }
}

/// A bus that replies with its status, unless it hangs.
private final class AnsweringBus: Sendable {
    let server: BusServer
    private let state: State

    private final class State: Sendable {
        let server = Mutex<BusServer?>(nil)
        let isHanging = Atomic(false)
    }

    init(
        _ folder: BusFolder, access: AccessSettings = AccessSettings(), settings: [String: SettingValue] = [:]
    ) throws {
        let state = State()
        self.state = state
        server = try BusServer(
            endpoints: BusEndpoints(folder: RunFolder(path: folder.path)), access: access,
            settings: { _ throws(RequestError) in settings },
            handler: { _ in
                while state.isHanging.load(ordering: .relaxed) { try? await Task.sleep(for: .milliseconds(20)) }
                guard let server = state.server.withLock({ $0 }) else { return .done }
                return .status(await server.status())
            })
        state.server.withLock { $0 = server }
    }

    /// From now on, replies to no request; events are still published.
    func hang() { state.isHanging.store(true, ordering: .relaxed) }

    func publish(_ event: Event) async { await server.publish(event) }

    func close() async {
        state.isHanging.store(false, ordering: .relaxed)
        state.server.withLock { $0 = nil }
        await server.close()
    }
}
