import EventBus
import Foundation
import Glibc
import NavigationEvents
import Pictures
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Lanes

/// Tests of the control as a process on a real bus.
@Suite(.serialized) struct LanesProcessTests {
    private let folder: TemporaryFolder
    private let bus: BusServer
    private let reports = Mutexed<[ControlReport]>([])
    private let environment: [String: String]

    init() throws {
        let (folder, reports) = (try TemporaryFolder(), reports)
        self.folder = folder
        let path = folder.path + "/bus"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let endpoints = BusEndpoints(folder: RunFolder(path: path))
        environment = ["NAVBUS_ENDPOINT": endpoints.requests, "NAVBUS_STATE": path]
        bus = try BusServer(
            endpoints: endpoints, settings: { _ throws(RequestError) in [:] },
            onReport: { report in reports.change { $0.append(report) } })
    }

    @Test func `lanes come and go and are reported with their picture`() async throws {
        let control = try start()
        for meters in [900.0, 400] { await bus.publish(.navigation(.make(.vocabularyExample, inMeters: meters))) }
        #expect(shows(4))
        let renderer = PictureRenderer(style: PictureStyle())
        #expect(try folder.bytes("lanes/lanes.png") == renderer.png(Picture(lanes: .vocabularyExample)))
        await bus.publish(.navigation(.make([], inMeters: 900, step: 2)))
        #expect(shows(0))
        await bus.publish(.navigation(.make([.make(.straight)], step: 3)))
        #expect(shows(1))
        control.signal(SIGTERM)
        let outcome = control.wait()
        #expect(outcome.exitCode == 0)
        #expect(outcome.lines == ["[↰] [↰] ↑ ↑↱", "↑"])
        #expect(shows(0))
        #expect(control.wait { _ in heard.count == 4 })
        try #require(heard.map(\.kind) == [.began, .ended, .began, .ended])
        #expect(heard.map(\.effectNumber) == [1, 1, 2, 2])
        #expect(heard[0].picture?.data == (try renderer.svg(Picture(lanes: .vocabularyExample))))
        await bus.close()
    }

    @Test func `a control killed with lanes shows the right ones after its restart`() async throws {
        let route = Route(
            id: "first", provider: "test", geometry: [], legs: [], stopovers: [], distanceMeters: 1, durationSeconds: 1)
        let first = try start()
        await bus.publish(.navigationStarted(route))
        await bus.publish(.navigation(.make(.vocabularyExample)))
        #expect(shows(4))
        first.signal(SIGKILL)
        _ = first.wait()
        // The drive continues without the control.
        await bus.publish(.navigation(.make([.make(.straight), .make(.normalRight)], step: 2)))
        let second = try start()
        #expect(shows(2))
        second.signal(SIGTERM)
        #expect(second.wait().exitCode == 0)
        #expect(shows(0))
        await bus.close()
    }

    /// The reports about lanes.
    private var heard: [ControlReport] { reports.value.filter { $0.effect == "lanes" } }

    /// Starts the control and waits until it is ready.
    private func start() throws -> RunningProgram {
        let before = reports.value.count { $0.kind == .ready }
        let program = try BuiltProgram("navbus-lanes").start(
            ["--set", "folder=\(folder.path)/lanes"], environment: environment)
        try #require(
            program.wait(until: { _ in reports.value.count { $0.kind == .ready } > before }), "\(program.errors)")
        return program
    }

    /// Waits until the JSON has `count` lanes.
    private func shows(_ count: Int) -> Bool {
        let end = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < end {
            if let lanes = try? folder.json("lanes/lanes.json")["lanes"] as? [Any], lanes.count == count { return true }
            usleep(2000)
        }
        return false
    }
}

/// A value shared by threads.
private final class Mutexed<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value { state.withLock { $0 } }
    func change(_ body: (inout Value) -> Void) { state.withLock { body(&$0) } }
}
